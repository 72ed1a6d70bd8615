import { id, longId } from "contract/base/fields";
import { messageKinds, noticeEvents } from "contract/messages/events";
import { z } from "zod";
import { flag, optionalLongId } from "~/request/inputs.server";

/** A position in a list (`{kind}_{id}`), or in a conversation the id of a message. */
const place = z
  .union([z.string().regex(/^\d{1,15}_\d{1,15}$/), longId])
  .optional()
  .catch(undefined);
/** Whether the address has this query, with any value. */
const present = z
  .string()
  .optional()
  .transform((value) => value !== undefined);

/** Queries of the message centre's address; invalid ones are dropped. */
export const messagesQuery = z.object({
  type: z.enum(messageKinds).optional().catch(undefined),
  unread: flag,
  event: z.enum(noticeEvents).optional().catch(undefined),
  before: place,
  after: place,
  /** The `uid` of the other person in a conversation. An invalid one answers 404 instead of being dropped. */
  with: id.optional(),
  /** The last message that was read before the conversation was opened; 0 when none was. */
  fresh: z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number)
    .optional()
    .catch(undefined),
  block: present,
  remove: present,
  report: optionalLongId,
  reported: present,
  blocks: present,
  appeal: optionalLongId,
});

export type MessagesQuery = z.output<typeof messagesQuery>;
