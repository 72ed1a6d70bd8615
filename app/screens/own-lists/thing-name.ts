import type { OwnListDetail } from "contract/own-lists/calls";

/** Of an order number that its product does not have any more. */
export const numberGoneWords = "订货型号已撤下";

/** A thing of a list as a question names it, with what leaves the list beside it; null when it is not in the list. */
export function thingName(
  { parts, resources, topics }: Pick<OwnListDetail, "parts" | "resources" | "topics">,
  item: number,
): { item: number; name: string; loses: string } | null {
  const note = (text: string) => (text === "" ? "" : `备注“${text}”会一起移除。`);
  const part = parts.find(({ id }) => id === item);
  if (part)
    return {
      item,
      name: part.number || part.name,
      loses: `数量 ${part.quantity}${part.note === "" ? "" : `，备注“${part.note}”`}会一起移除。`,
    };
  const resource = resources.find(({ id }) => id === item);
  if (resource) return { item, name: resource.title, loses: note(resource.note) };
  const topic = topics.find(({ id }) => id === item);
  return topic ? { item, name: topic.title ?? "看不到的帖子", loses: note(topic.note) } : null;
}
