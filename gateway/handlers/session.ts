import { csrfTokenHeader } from "contract/wire";
import { postingRefusal } from "../access";
import { accountOf, type Handlers } from "../context";
import { unreadCounts } from "../messages/unread";
import { consentsOf } from "../queries/consents";
import { needsCompletion } from "../profile/rows";
import { toPerson } from "../queries/people";
import { moderatedIds, sectionsById, toSectionBrief } from "../queries/sections";
import { Refusal } from "../refusal";

/** The menu entry named for the ecosystem home supplies the left menu (spec 3.5): the six items of spec 2.2. */
const leftMenuNode = [
  {
    name: "生态首页",
    children: [
      { name: "首页", url: "/home" },
      { name: "开发中心", url: "/devCenter" },
      { name: "培训课堂", url: "/trainingClass" },
      { name: "高校人才", url: "/universityTalents" },
      { name: "大赛活动", url: "/eventActivities" },
      { name: "技术论坛", url: "/forum" },
    ],
  },
];

/** Who calls: the Session and Profile groups of spec 7.2, and what a person may do. */
export const sessionHandlers = {
  async workspaceCurrent(_request, { caller, responseHeaders }) {
    if (!caller.account || !caller.session) return { leftMenuNode, user: null };
    const { csrfToken } = caller.session;
    responseHeaders.set(csrfTokenHeader, csrfToken);
    const { id, createdAt } = caller.account;
    return { jalorSecurityToken: csrfToken, leftMenuNode, user: { uid: id, creationDate: createdAt.toISOString() } };
  },

  async currentUser(_request, { caller }) {
    if (caller.sessionEnded) throw new Refusal("SESSION_CONFLICT");
    return { user: caller.account ? toPerson(caller.account) : null };
  },

  async checkPhone(_request, context) {
    return { data: accountOf(context).phone ? "checked" : "unbound" };
  },

  async getMyPersonalDetail(_request, context) {
    const account = accountOf(context);
    const unread = await unreadCounts(context.database, account);
    const { followers, following } = account;
    const consents = await consentsOf(account, context);
    const fids = await moderatedIds(context.database, account);
    const incomplete = await needsCompletion(account, context);
    const closing = account.closingAt ? { closingAt: account.closingAt.toISOString() } : {};
    return { ...toPerson(account), fids, followers, following, unread, ...consents, needsCompletion: incomplete, ...closing };
  },

  async userPermissions(_request, context) {
    const account = accountOf(context);
    const refusal = postingRefusal(account, context.now());
    const fids = await moderatedIds(context.database, account);
    return {
      canPost: refusal === null,
      refusal,
      mutedUntil: refusal === "MUTED" ? (account.mutedUntil?.toISOString() ?? null) : null,
      forumAdmin: fids.length > 0,
    };
  },

  async moderatorForumList(_request, context) {
    const fids = await moderatedIds(context.database, accountOf(context));
    return { sections: (await sectionsById(context.database, fids)).map(toSectionBrief) };
  },
} satisfies Handlers<"workspaceCurrent" | "currentUser" | "checkPhone" | "getMyPersonalDetail" | "userPermissions" | "moderatorForumList">;
