import { openStatuses } from "contract/feedback/constants";
import { type SQL, sql } from "drizzle-orm";
import type { Database } from "../database/open";
import {
  appeals,
  complaints,
  messageReports,
  profileChanges,
  reportCases,
  reviewItems,
  sections,
  suggestions,
} from "../database/schema";
import { keep } from "../server/answers";
import { stillThere } from "./reviews/still-there";
import { countMax } from "./scope";

const keepSeconds = 60;

/** How many items wait, up to 1,000, and since when; the time is empty if there are none. */
interface WaitingCount {
  count: number;
  oldest: string;
}

/** A queue as a query for its rows' times: all rows, or those of each part that `end` leaves, such as the oldest. */
interface Queue {
  rows(end: SQL): SQL;
  ordered: SQL;
}

/** A query for the rows of a queue that meet the condition. */
type Rows = (condition: SQL) => SQL;

/** A queue over the whole site. */
const wholeQueue = (of: Rows, ordered: SQL): Queue => ({
  rows: (end) => sql`(${of(sql`true`)} ${end})`,
  ordered,
});

/** A queue section by section: the first rows of each come from that section's own index. */
const bySection = (of: Rows, ordered: SQL, ids: SQL): Queue => ({
  rows: (end) => sql`(select first.created_at from ${ids} as mine (id)
    cross join lateral (${of(sql`section_id = mine.id`)} ${end}) as first)`,
  ordered,
});

const byTime = sql`order by created_at, id`;
const byId = sql`order by id`;

const texts =
  (ofTopic: boolean): Rows =>
  (condition) =>
    sql`select created_at, id from ${reviewItems} as item
    where of_topic = ${sql.raw(String(ofTopic))} and decided_at is null and ignored_at is null and ${condition}
    and ${stillThere(sql`item.post_id`)}`;

const undecidedRows =
  (table: typeof reportCases | typeof appeals, more = sql`true`): Rows =>
  (condition) =>
    sql`select created_at, id from ${table} as item where decided_at is null and ${more} and ${condition}`;

/** Cases that a moderator has taken, or cases that nobody has. */
const cases = (status: "waiting" | "working") => undecidedRows(reportCases, sql`status = ${status}`);

const openQueue = (table: typeof suggestions | typeof complaints): Queue[] =>
  openStatuses.map((status) =>
    wholeQueue(() => sql`select created_at, id from ${table} as item where status = ${status}`, byId),
  );

/** Those of them whose date has passed. */
const lateQueue = (table: typeof suggestions | typeof complaints, at: Date): Queue[] =>
  openStatuses.map((status) =>
    wholeQueue(
      () =>
        sql`select due_at as created_at, id from ${table} as item
          where status = ${status} and due_at <= ${at.toISOString()}::timestamptz`,
      byId,
    ),
  );

const profiles = wholeQueue(
  () =>
    sql`select created_at, id from ${profileChanges} as item where decided_at is null and ignored_at is null`,
  byTime,
);

const messages = wholeQueue(
  () => sql`select created_at, id from ${messageReports} as item where closed_at is null`,
  byId,
);

/** How many items wait in these queues. The cost does not grow with their number. */
async function waitingIn(
  database: Database,
  name: string,
  queues: Queue[],
  fids: number[] | null,
): Promise<WaitingCount> {
  const all = (end: (queue: Queue) => SQL) =>
    sql.join(
      queues.map((queue) => sql`select created_at from ${queue.rows(end(queue))} as one`),
      sql` union all `,
    );
  const look = async (): Promise<WaitingCount> => {
    const { rows } = (await database.execute(
      sql`select (select count(*)::int from (select 1 from (${all(() => sql``)}) as one limit ${countMax}) as counted) as count,
        (select min(created_at) from (${all(({ ordered }) => sql`${ordered} limit 1`)}) as waiting) as oldest`,
    )) as unknown as { rows: { count: number; oldest: string | null }[] };
    const [found] = rows;
    return {
      count: found?.count ?? 0,
      oldest: found?.oldest ? new Date(found.oldest).toISOString() : "",
    };
  };
  // A count of 999+ is cached for a minute; smaller counts are read for every request.
  const isWorthKeeping = ({ count }: WaitingCount) => count >= countMax;
  const now = () => new Date();
  return keep({ database, now }, ["waiting", name, fids], { seconds: keepSeconds, isWorthKeeping }, look);
}

const nothing: WaitingCount = { count: 0, oldest: "" };

/** The parts of a queue added up for the menu, so that the menu and the tabs always agree. */
const addedUp = (parts: WaitingCount[]): WaitingCount => ({
  count: Math.min(
    countMax,
    parts.reduce((sum, { count }) => sum + count, 0),
  ),
  oldest:
    parts
      .map(({ oldest }) => oldest)
      .filter(Boolean)
      .sort()[0] ?? "",
});

/**
 * What waits for a moderator of these sections, for the menu and the tabs. Personal information and the inbox are for
 * administrators only. `scope` is null for all sections.
 */
export async function whatWaits(
  database: Database,
  { scope, admin, at }: { scope: number[] | null; admin: boolean; at: Date },
) {
  const mine = (of: Rows, ordered: SQL): Queue =>
    // Without a list of sections, read the queue of the whole site.
    scope === null
      ? wholeQueue(of, ordered)
      : bySection(of, ordered, sql`unnest(${sql.param(scope)}::int[])`);
  // Appeals have no index over the whole site: read those of each section, and those without a section.
  const everywhere = [
    bySection(undecidedRows(appeals), byId, sql`(select id from ${sections})`),
    wholeQueue(() => undecidedRows(appeals)(sql`section_id is null`), byId),
  ];
  const waiting = (name: string, queues: Queue[]) => waitingIn(database, name, queues, scope);
  const forAdmins = async (name: string, queues: Queue[]) => (admin ? waiting(name, queues) : nothing);
  const [
    topics,
    replies,
    changes,
    openCases,
    takenCases,
    appealCount,
    suggestionCount,
    complaintCount,
    messageCount,
    lateSuggestions,
    lateComplaints,
  ] = await Promise.all([
    waiting("topics", [mine(texts(true), byTime)]),
    waiting("replies", [mine(texts(false), byTime)]),
    forAdmins("profiles", [profiles]),
    waiting("cases", [mine(cases("waiting"), byId)]),
    waiting("cases taken", [mine(cases("working"), byId)]),
    waiting("appeals", scope === null ? everywhere : [mine(undecidedRows(appeals), byId)]),
    forAdmins("suggestions", openQueue(suggestions)),
    forAdmins("complaints", openQueue(complaints)),
    forAdmins("messages", [messages]),
    forAdmins("late suggestions", lateQueue(suggestions, at)),
    forAdmins("late complaints", lateQueue(complaints, at)),
  ]);
  return {
    audit: addedUp([topics, replies, changes]),
    report: addedUp([openCases, takenCases]),
    appeal: appealCount,
    inbox: addedUp([suggestionCount, complaintCount, messageCount]),
    parts: {
      topics: topics.count,
      replies: replies.count,
      waiting: openCases.count,
      working: takenCases.count,
      ...(admin ? { profiles: changes.count, suggestion: suggestionCount.count } : {}),
      ...(admin ? { complaint: complaintCount.count, message: messageCount.count } : {}),
      ...(admin ? { lateSuggestion: lateSuggestions.count, lateComplaint: lateComplaints.count } : {}),
    },
  };
}

/** For people whose office has no queue. */
export const nothingWaits = { audit: nothing, report: nothing, appeal: nothing, inbox: nothing, parts: {} };
