import { id } from "contract/base/fields";
import { messageKinds, noticeEvents } from "contract/messages/events";
import { z } from "zod";
import { flag, optionalId } from "~/request/inputs.server";

/** A place in a list (`{kind}_{id}`), or in a conversation the id of one of its messages. */
const place = z
  .union([z.string().regex(/^\d{1,15}_\d{1,10}$/), id])
  .optional()
  .catch(undefined);
/** Whether the address has it at all. */
const present = z
  .string()
  .optional()
  .transform((value) => value !== undefined);

/** What the message centre's address asks for; what is no such thing counts as not asked. */
export const messagesQuery = z.object({
  type: z.enum(messageKinds).optional().catch(undefined),
  unread: flag,
  event: z.enum(noticeEvents).optional().catch(undefined),
  before: place,
  after: place,
  /** The person of a conversation; with what is nobody there is no page. */
  with: id.optional(),
  /** The last message that was read before; 0 where none was. */
  fresh: z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .optional()
    .catch(undefined),
  block: present,
  remove: present,
  report: optionalId,
  reported: present,
  blocks: present,
  appeal: optionalId,
});

export type MessagesAsked = z.output<typeof messagesQuery>;
