import { ownListNewsCodes } from "contract/own-lists/constants";
import { inArray } from "drizzle-orm";
import { newKey } from "../../../activities/signups/seats";
import type { Database } from "../../../database/open";
import { ownListItems, ownLists, topics } from "../../../database/schema";
import type { PrivateFile } from "../../pack/schemas/private";
import { idOf } from "../rows/ids";

type List = PrivateFile["lists"][number];

/** What an item names; null for a topic that was not loaded. */
function targetOf(
  { product, resource, topic }: List["items"][number],
  topicIds: Map<string | null, number>,
): { kind: "product" | "resource" | "topic"; targetId: number } | null {
  if (product !== undefined) return { kind: "product", targetId: product };
  if (resource !== undefined) return { kind: "resource", targetId: resource };
  const targetId = topicIds.get(topic ?? "");
  return targetId === undefined ? null : { kind: "topic", targetId };
}

/** Writes the lists of demo members, in the order of the file. */
export async function writeLists(
  database: Database,
  lists: List[],
  members: Map<string, number>,
  before: (ago: number) => Date,
): Promise<void> {
  if (lists.length === 0) return;
  const keys = lists.flatMap(({ items }) => items.flatMap(({ topic }) => topic ?? []));
  const rows = await database
    .select({ id: topics.id, key: topics.packKey })
    .from(topics)
    .where(inArray(topics.packKey, ["", ...keys]));
  const topicIds = new Map(rows.map(({ id, key }) => [key, id]));
  for (const [position, { owner, ago, name, shared, items }] of lists.entries()) {
    const at = before(ago);
    const [list] = await database
      .insert(ownLists)
      .values({
        accountId: idOf(members, owner),
        name,
        position,
        told: ownListNewsCodes,
        shareKey: shared ? newKey() : null,
        seenAt: at,
        updatedAt: at,
        createdAt: at,
      })
      .returning({ id: ownLists.id });
    const values = items.flatMap((item, place) => {
      const target = targetOf(item, topicIds);
      if (!target || !list) return [];
      const { number, quantity, note } = item;
      return [{ ...target, listId: list.id, number, quantity, note, position: place, createdAt: at }];
    });
    if (values.length > 0) await database.insert(ownListItems).values(values);
  }
}
