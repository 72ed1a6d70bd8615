import type { CallRequest } from "contract";
import { classesMost } from "contract/moderation/sections/fields";
import { and, eq, ne } from "drizzle-orm";
import type { Database } from "../../database/open";
import { topicClasses, topics } from "../../database/schema";
import type { CallContext } from "../../server/context";
import { found, refusedAt } from "../../server/refusal";
import { changeSection } from "./change-section";

type TopicClass = typeof topicClasses.$inferSelect;

/** Locks a class of the section, so that nobody puts a topic into it meanwhile. Throws TOPIC_CLASS_NOT_FOUND. */
async function lockedClass(database: Database, fid: number, id: number): Promise<TopicClass> {
  const [row] = await database
    .select()
    .from(topicClasses)
    .where(and(eq(topicClasses.id, id), eq(topicClasses.sectionId, fid)))
    .for("update");
  return found(row, "TOPIC_CLASS_NOT_FOUND");
}

/** Throws TOPIC_CLASS_EXISTS beside the name. */
async function checkName(database: Database, fid: number, name: string, id = 0): Promise<void> {
  const same = and(eq(topicClasses.sectionId, fid), eq(topicClasses.name, name), ne(topicClasses.id, id));
  if ((await database.$count(topicClasses, same)) > 0) throw refusedAt("name", "TOPIC_CLASS_EXISTS");
}

const logValuesOf = ({ id, position, closed }: TopicClass) => ({ classId: id, position, closed });

/** Adds a class, or changes the name, position or state of one. */
export function saveClass(
  context: CallContext,
  { fid, id, name, position, closed }: CallRequest<"saveTopicClass">,
): Promise<{ changed: boolean }> {
  return changeSection(context, { fid }, async (database) => {
    if (id === undefined) {
      await checkName(database, fid, name);
      if ((await database.$count(topicClasses, eq(topicClasses.sectionId, fid))) >= classesMost)
        throw refusedAt("name", "TOPIC_CLASSES_FULL");
      const [added] = await database
        .insert(topicClasses)
        .values({ sectionId: fid, name, position, closed })
        .returning();
      const after = logValuesOf(found(added, "TOPIC_CLASS_NOT_FOUND"));
      return { action: "classes", keeps: true, before: {}, after, message: `新增分类「${name}」` };
    }
    const before = await lockedClass(database, fid, id);
    if (before.name === name && before.position === position && before.closed === closed) return null;
    await checkName(database, fid, name, id);
    await database.update(topicClasses).set({ name, position, closed }).where(eq(topicClasses.id, id));
    const renamed = before.name === name ? "" : `，改名为「${name}」`;
    return {
      action: "classes",
      keeps: true,
      before: logValuesOf(before),
      after: logValuesOf({ ...before, position, closed }),
      message: `修改分类「${before.name}」${renamed}`,
    };
  });
}

/**
 * Deletes a class after moving its topics, whatever their state, to another one. Throws TOPIC_CLASS_USED beside the
 * field for that other class.
 */
export function deleteClass(
  context: CallContext,
  { fid, id, moveTo }: CallRequest<"deleteTopicClass">,
): Promise<{ changed: boolean }> {
  return changeSection(context, { fid }, async (database) => {
    const topicClass = await lockedClass(database, fid, id);
    const inIt = eq(topics.classId, id);
    const [used] = await database.select({ id: topics.id }).from(topics).where(inIt).limit(1);
    let into = "";
    if (used) {
      if (moveTo === undefined || moveTo === id) throw refusedAt("moveTo", "TOPIC_CLASS_USED");
      const target = await lockedClass(database, fid, moveTo);
      into = `，其中的主题移到「${target.name}」`;
      await database.update(topics).set({ classId: moveTo }).where(inIt);
    }
    await database.delete(topicClasses).where(eq(topicClasses.id, id));
    return {
      action: "classes",
      keeps: true,
      before: logValuesOf(topicClass),
      after: { classId: used ? (moveTo ?? null) : null },
      message: `删除分类「${topicClass.name}」${into}`,
    };
  });
}
