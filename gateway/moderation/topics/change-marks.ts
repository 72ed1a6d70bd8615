import { highlights } from "contract/forum/constants";
import {
  digestLevels,
  type LogValues,
  type ModerationOptions,
  pinScopes,
  stamps,
  type TopicAction,
  type TopicMark,
  topicIcons,
} from "contract/moderation/actions";
import { and, eq } from "drizzle-orm";
import type { Database } from "../../database/open";
import { topicMarkExpiries, topics } from "../../database/schema";
import type { Topic } from "../../forum/states/find-content";
import { Refusal } from "../../server/refusal";

/** The columns that hold a topic's marks. */
export type Marks = Partial<
  Pick<
    typeof topics.$inferInsert,
    "pinScope" | "digestLevel" | "highlight" | "stamp" | "icon" | "closed" | "duplicateOfId"
  >
>;

const inTable = <Names extends object>(table: Names, value: string): value is string & keyof Names =>
  Object.hasOwn(table, value);

function ownKeyOf<Names extends object>(table: Names, value: string): (string & keyof Names) | null {
  if (value === "") return null;
  if (!inTable(table, value)) throw new Refusal("INVALID_REQUEST", { value: ["请选择列出的一项"] });
  return value;
}

function digestLevel(value: string): number {
  return Number(ownKeyOf(digestLevels, value) ?? 0);
}

/** Setting a stamp sets its small icon too; removing the stamp removes that icon only, no other. */
function stampMarks(topic: Topic, value: string): Marks {
  if (value !== "" && !inTable(stamps, value)) throw new Refusal("STAMP_NOT_FOUND");
  const own = topic.stamp !== null && inTable(stamps, topic.stamp) ? stamps[topic.stamp] : null;
  if (value !== "") return { stamp: value, icon: stamps[value as keyof typeof stamps] };
  return { stamp: null, ...(topic.icon === own ? { icon: null } : {}) };
}

function iconMark(value: string): Marks {
  if (value !== "" && !topicIcons.some((name) => name === value)) throw new Refusal("STAMP_NOT_FOUND");
  return { icon: value || null };
}

/**
 * The marks that an action sets on a topic; null for an action that sets none. Throws the refusal for a wrong value.
 */
export function marksOf(
  action: string,
  topic: Topic,
  { value = "", duplicateOf }: ModerationOptions,
): { marks: Marks; mark: TopicMark } | null {
  switch (action) {
    case "pin":
      return { mark: "pinScope", marks: { pinScope: ownKeyOf(pinScopes, value) } };
    case "digest":
      return { mark: "digestLevel", marks: { digestLevel: digestLevel(value) } };
    case "highlight":
      return { mark: "highlight", marks: { highlight: ownKeyOf(highlights, value) } };
    case "stamp":
      return { mark: "stamp", marks: stampMarks(topic, value) };
    case "icon":
      return { mark: "icon", marks: iconMark(value) };
    case "close":
      return { mark: "closed", marks: { closed: true, duplicateOfId: duplicateOf ?? null } };
    case "open":
      return { mark: "closed", marks: { closed: false, duplicateOfId: null } };
    default:
      return null;
  }
}

/** The mark that each action sets or removes, and that may end by itself. */
export const markOf: Partial<Record<TopicAction, TopicMark>> = {
  pin: "pinScope",
  digest: "digestLevel",
  highlight: "highlight",
  stamp: "stamp",
  icon: "icon",
  close: "closed",
  open: "closed",
};

/** Writes marks on a locked topic, and the end of the named one (null for good). @returns the mark's end before */
export async function writeMarks(
  database: Database,
  topicId: number,
  marks: Marks,
  { mark, at }: { mark: TopicMark | undefined; at: Date | null },
): Promise<Date | null> {
  await database.update(topics).set(marks).where(eq(topics.id, topicId));
  if (!mark) return null;
  const [ended] = await database
    .delete(topicMarkExpiries)
    .where(and(eq(topicMarkExpiries.topicId, topicId), eq(topicMarkExpiries.mark, mark)))
    .returning();
  if (at) await database.insert(topicMarkExpiries).values({ topicId, mark, until: at });
  return ended?.until ?? null;
}

/** Sets marks on a locked topic, and the end of the named one. @returns the columns and that end, before and after */
export async function setMarks(
  database: Database,
  topic: Topic,
  marks: Marks,
  until: { mark: TopicMark; at: Date | null },
): Promise<{ before: LogValues; after: LogValues }> {
  const names = Object.keys(marks) as (keyof Marks & keyof Topic)[];
  const before: LogValues = Object.fromEntries(names.map((name) => [name, topic[name] ?? null]));
  const after: LogValues = Object.fromEntries(names.map((name) => [name, marks[name] ?? null]));
  const same = names.every((name) => before[name] === after[name]);
  if (same && until.at === null) throw new Refusal("ALREADY_SO");
  const ended = await writeMarks(database, topic.id, marks, until);
  return {
    before: { ...before, ...(ended ? { until: ended.toISOString() } : {}) },
    after: { ...after, ...(until.at ? { until: until.at.toISOString() } : {}) },
  };
}
