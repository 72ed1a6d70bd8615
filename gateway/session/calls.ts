/** Who is signed in, what they may do, and where else they are signed in (spec 7.2, Session). */
import { csrfTokenHeader } from "contract/base/wire";
import type { sessionCalls } from "contract/session/calls";
import { eq } from "drizzle-orm";
import { activityOrganisers } from "../database/schema";
import { moderatedIds, sectionsById, toSectionBrief } from "../forum/sections/find-sections";
import { unreadCounts } from "../messages/unread";
import { toPerson } from "../people/cards";
import { consentsOf } from "../privacy/consents";
import { needsCompletion } from "../profile/rows";
import { penaltyReason, postingRefusal } from "../server/access";
import { accountOf, type HandlersOf } from "../server/context";
import { officesOf } from "../server/offices";
import { Refusal } from "../server/refusal";
import { listSessions, revokeOthers, revokeSession } from "../server/sessions/session-list";

/**
 * The menu entry named for the ecosystem home supplies the left menu (spec 3.5): the six items of spec 2.2.
 */
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

export const sessionHandlers = {
  async workspaceCurrent(_request, { caller, responseHeaders }) {
    if (!caller.account || !caller.session) return { leftMenuNode, user: null };
    const { csrfToken } = caller.session;
    responseHeaders.set(csrfTokenHeader, csrfToken);
    const { id, createdAt } = caller.account;
    return {
      jalorSecurityToken: csrfToken,
      leftMenuNode,
      user: { uid: id, creationDate: createdAt.toISOString() },
    };
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
    const fids = await moderatedIds(context);
    const incomplete = await needsCompletion(account, context);
    const organises = await context.database.$count(
      activityOrganisers,
      eq(activityOrganisers.accountId, account.id),
    );
    const offices = officesOf(context);
    const closing = account.closingAt ? { closingAt: account.closingAt.toISOString() } : {};
    return {
      ...toPerson(account),
      fids,
      followers,
      following,
      unread,
      ...consents,
      needsCompletion: incomplete,
      ...(offices.length > 0 ? { forumAdmin: true, offices } : {}),
      ...(context.caller.lacksFactor ? { needsSecondFactor: true } : {}),
      ...(organises > 0 ? { organises: true } : {}),
      ...closing,
    };
  },

  async userPermissions(_request, context) {
    const account = accountOf(context);
    const refusal = postingRefusal(account, context.now());
    return {
      canPost: refusal === null,
      refusal,
      mutedUntil: refusal === "MUTED" ? (account.mutedUntil?.toISOString() ?? null) : null,
      muteReason: refusal === "MUTED" ? await penaltyReason(context.database, account.id, "mute") : "",
      forumAdmin: officesOf(context).length > 0,
    };
  },

  async moderatorForumList(_request, context) {
    const fids = await moderatedIds(context);
    return { sections: (await sectionsById(context.database, fids)).map(toSectionBrief) };
  },

  async sessionList(_request, context) {
    return { sessions: await listSessions(context) };
  },

  async revokeSession({ id }, context) {
    await revokeSession(context, id);
    return { success: true };
  },

  async revokeOtherSessions(_request, context) {
    return { revoked: await revokeOthers(context) };
  },
} satisfies HandlersOf<typeof sessionCalls>;
