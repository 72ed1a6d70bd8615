import { id } from "contract/base/fields";
import { type LogAction, logActionNames } from "contract/moderation/actions";
import { z } from "zod/v4";

const text = z.string().trim().max(40).catch("").default("");
const date = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/)
  .optional()
  .catch(undefined);

/** What the log's address asks for; what makes no sense in it is left out. */
export const logQuery = z.object({
  operator: text,
  action: z
    .enum(logActionNames as [LogAction, ...LogAction[]])
    .optional()
    .catch(undefined),
  fid: id.optional().catch(undefined),
  person: text,
  batch: id.optional().catch(undefined),
  keyword: text,
  from: date,
  to: date,
});
