import {
  complaintReasons,
  feedbackStatuses,
  isOpenStatus,
  suggestionTypes,
} from "contract/feedback/constants";
import { namesOf } from "contract/feedback/fields";
import { z } from "zod";
import { optionalListSize } from "~/moderation/list-size.server";
import { optionalId, pageNumber } from "~/request/inputs.server";
import { filterText } from "../fields/filter-query";
import { inboxKinds, statusesOf, typesOf } from "./inbox-words";

const dropped = <Schema extends z.ZodType>(schema: Schema) => schema.optional().catch(undefined);

const numberQuery = dropped(z.string().regex(/^(YJ|TS)\d{8}-[2-9A-Z]{6}$/));

export const inboxQuery = z.object({
  kind: z.enum(namesOf(inboxKinds)).catch("suggestion"),
  state: z.enum(["open", "late", "done"]).catch("open"),
  /** A type of suggestion or a reason of a complaint. */
  type: dropped(z.enum([...namesOf(suggestionTypes), ...namesOf(complaintReasons)])),
  status: dropped(z.enum(namesOf(feedbackStatuses))),
  text: filterText,
  user: filterText,
  assignee: dropped(z.string().regex(/^(mine|nobody|\d{1,9})$/)),
  /** One alone, as notices lead to it. */
  number: numberQuery,
  /** One whose form came back: it is shown also when it left the list since. */
  shown: numberQuery,
  /** The kept answer that is edited. */
  edit: optionalId,
  size: optionalListSize,
  page: pageNumber,
});
export type InboxQuery = z.output<typeof inboxQuery>;

/** The list's request; a filter of another kind or tab does not narrow it. */
export function listRequest(query: InboxQuery) {
  const { kind, state, type, status, text, user, assignee, number } = query;
  const open = state !== "done";
  return {
    text,
    user,
    open,
    overdue: state === "late",
    ...(assignee ? { assignee } : {}),
    ...(number ? { number } : {}),
    ...(type && type in typesOf(kind) ? { type } : {}),
    ...(status && isOpenStatus(status) === open && statusesOf(kind).includes(status) ? { status } : {}),
  };
}
