import { type Access, type Office, officeNames } from "contract/base/access";
import type { Call } from "contract/base/call";
import type { RefusalCode } from "contract/refusals";
import { eq, inArray } from "drizzle-orm";
import { checkOrganiser } from "./activities/rows";
import type { Database } from "./database/open";
import { posts, topics } from "./database/schema";
import { checkRequired } from "./privacy/consents";
import { checkPoster, checkUnmuted, moderates, requireRecent } from "./server/access";
import type { CallContext } from "./server/context";
import { checkNetwork } from "./server/networks";
import { officesOf } from "./server/offices";
import { found, Refusal } from "./server/refusal";

/** Finds the sections of rows by their ids; missing rows are left out. */
type FindSections = (database: Database, ids: number[]) => PromiseLike<{ id: number; sectionId: number }[]>;

const topicSections: FindSections = (database, ids) =>
  database.select({ id: topics.id, sectionId: topics.sectionId }).from(topics).where(inArray(topics.id, ids));

const postSections: FindSections = (database, ids) =>
  database
    .select({ id: posts.id, sectionId: topics.sectionId })
    .from(posts)
    .innerJoin(topics, eq(topics.id, posts.topicId))
    .where(inArray(posts.id, ids));

/** The section of each row, in the order of the ids. Throws the code when one is missing. */
async function sectionsOf(
  find: FindSections,
  database: Database,
  ids: number[],
  code: RefusalCode,
): Promise<number[]> {
  if (ids.length === 0) return [];
  const byId = new Map((await find(database, ids)).map(({ id, sectionId }) => [id, sectionId]));
  return ids.map((id) => found(byId.get(id), code));
}

/**
 * The sections of all targets of a moderator's call, without repetitions. Throws TOPIC_NOT_FOUND or POST_NOT_FOUND.
 */
async function targetSections(
  call: Call,
  request: Record<string, unknown>,
  { database }: CallContext,
): Promise<number[]> {
  const targets = [call.target?.(request) ?? []].flat();
  const sections = targets.flatMap((target) => ("section" in target ? [target.section] : []));
  const topicIds = targets.flatMap((target) => ("topic" in target ? [target.topic] : []));
  const postIds = targets.flatMap((target) => ("post" in target ? [target.post] : []));
  const ofTopics = await sectionsOf(topicSections, database, topicIds, "TOPIC_NOT_FOUND");
  const ofPosts = await sectionsOf(postSections, database, postIds, "POST_NOT_FOUND");
  return [...new Set([...sections, ...ofTopics, ...ofPosts])];
}

/**
 * Throws NOT_PERMITTED unless the call has targets and the caller moderates the sections of all of them.
 */
async function checkModerator(
  call: Call,
  request: Record<string, unknown>,
  context: CallContext,
): Promise<void> {
  const sections = await targetSections(call, request, context);
  if (sections.length === 0) throw new Refusal("NOT_PERMITTED");
  if (!sections.every((section) => moderates(context, section))) throw new Refusal("NOT_PERMITTED");
}

/** Throws ACTIVITY_NOT_FOUND or NOT_PERMITTED unless the call has activities and the caller organises all of them. */
async function checkOrganisers(
  call: Call,
  request: Record<string, unknown>,
  context: CallContext,
): Promise<void> {
  const targets = [call.target?.(request) ?? []].flat();
  const ids = targets.flatMap((target) => ("activity" in target ? [target.activity] : []));
  if (ids.length === 0) throw new Refusal("NOT_PERMITTED");
  for (const id of new Set(ids)) await checkOrganiser(context, id);
}

/** What only staff may call. An organiser needs no office; an administrator without a factor is none. */
const forStaff: readonly Access[] = [
  ...(["moderator", "staff", "writer", "editor", "analyst", "staffOrAnalyst", "office", "admin"] as const),
];
/** Whose calls a muted person cannot make: those that decide about others, or change what everybody reads. */
const notWhileMuted: readonly Access[] = ["moderator", "staff", "writer", "editor", "unmuted"];

/** Who may make the calls that ask for one of these offices. */
const openTo: { [Level in Access]?: readonly Office[] } = {
  staff: ["admin", "moderator"],
  writer: ["admin", "editor", "lecturer"],
  editor: ["admin", "editor"],
  analyst: ["admin", "analyst"],
  staffOrAnalyst: ["admin", "moderator", "analyst"],
  office: officeNames,
  admin: ["admin"],
};

/** Throws SIGN_IN_NOT_RECENT where the row wants a recent sign-in and the last one was too long ago. */
export function checkRecent(
  call: Call,
  request: Record<string, unknown>,
  { caller, now }: CallContext,
): void {
  const { recentSignIn } = call;
  const isAsked = typeof recentSignIn === "function" ? recentSignIn(request) : recentSignIn;
  if (isAsked) requireRecent({ caller, now });
}

/** The access policy of the contract row, applied once before the handler. Throws the refusal. */
export async function checkAccess(
  call: Call,
  request: Record<string, unknown>,
  context: CallContext,
): Promise<void> {
  if (call.access === "visitor") return;
  const account = context.caller.account;
  if (!account) throw new Refusal("NOT_SIGNED_IN");
  if (context.caller.lacksFactor && forStaff.includes(call.access)) throw new Refusal("SECOND_FACTOR_NEEDED");
  if (call.access === "poster") {
    await checkPoster(account, context);
    await checkNetwork(context);
    await checkRequired(account, context);
  }
  const offices = openTo[call.access];
  if (offices && !officesOf(context).some((office) => offices.includes(office)))
    // Who writes drafts hears why they do no more.
    throw new Refusal(
      call.access === "editor" && context.caller.lecturer ? "CONTENT_DRAFTS_ONLY" : "NOT_PERMITTED",
    );
  if (notWhileMuted.includes(call.access)) await checkUnmuted(account, context);
  if (call.access === "organiser") await checkOrganisers(call, request, context);
  if (call.access === "moderator") await checkModerator(call, request, context);
}
