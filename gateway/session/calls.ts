/** Who is signed in, what they may do, and where else they are signed in (spec 7.2, Session). */
import { csrfTokenHeader } from "contract/base/wire";
import type { SeeingAs } from "contract/moderation/see-as/fields";
import type { sessionCalls } from "contract/session/calls";
import { eq } from "drizzle-orm";
import { bannerOf } from "../announcements/banner";
import { activityOrganisers } from "../database/schema";
import { moderatedIds, sectionsById, toSectionBrief } from "../forum/sections/find-sections";
import { unreadCounts } from "../messages/unread";
import { toPerson } from "../people/cards";
import { consentsOf } from "../privacy/consents";
import { needsCompletion } from "../profile/rows";
import { penaltyReason, postingRefusal } from "../server/access";
import { type Account, accountOf, type CallContext, type Caller, type HandlersOf } from "../server/context";
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

/** What waits for the person themselves: unread messages, policies to accept, information to complete, their own end. */
async function askedOf(account: Account, context: CallContext) {
  return {
    unread: await unreadCounts(context.database, account),
    ...(await consentsOf(account, context)),
    needsCompletion: await needsCompletion(account, context),
    ...(account.closingAt ? { closingAt: account.closingAt.toISOString() } : {}),
  };
}

/** The same for an administrator who sees pages as the person: it is not theirs, and would stand before every page. */
const nothingAsked = {
  unread: { system: 0, forum: 0, inner: 0 },
  pendingPolicies: [],
  disclaimerSigned: true,
  needsCompletion: false,
};

/** As whom an administrator sees pages, for the banner; nothing for everybody else. */
function seeingOf({ account, seenBy }: Caller): { seeingAs?: SeeingAs } {
  if (!seenBy) return {};
  const { as, until } = seenBy;
  const person = as === "person" && account ? toPerson(account) : null;
  return { seeingAs: { as, person, until: until.toISOString() } };
}

export const sessionHandlers = {
  async workspaceCurrent(_request, { caller, responseHeaders }) {
    if (!caller.session) return { leftMenuNode, user: null };
    const seeing = seeingOf(caller);
    if (!caller.account && !seeing.seeingAs) return { leftMenuNode, user: null };
    const { csrfToken } = caller.session;
    responseHeaders.set(csrfTokenHeader, csrfToken);
    if (!caller.account) return { jalorSecurityToken: csrfToken, leftMenuNode, user: null, ...seeing };
    const { id, createdAt } = caller.account;
    return {
      jalorSecurityToken: csrfToken,
      leftMenuNode,
      user: { uid: id, creationDate: createdAt.toISOString() },
      ...seeing,
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
    const { followers, following } = account;
    const fids = await moderatedIds(context);
    const organises = await context.database.$count(
      activityOrganisers,
      eq(activityOrganisers.accountId, account.id),
    );
    const offices = officesOf(context);
    const banner = await bannerOf(context, account.id);
    const own = context.caller.seenBy ? nothingAsked : await askedOf(account, context);
    return {
      ...toPerson(account),
      fids,
      followers,
      following,
      ...own,
      ...(offices.length > 0 ? { forumAdmin: true, offices } : {}),
      ...(context.caller.lacksFactor ? { needsSecondFactor: true } : {}),
      ...(banner ? { banner } : {}),
      ...(organises > 0 ? { organises: true } : {}),
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
