import { id } from "contract/base/fields";
import { type LogAction, logActionNames } from "contract/moderation/actions";
import { z } from "zod";
import { filterDay, filterText } from "../fields/filter-query";

/** Queries of the log's address; invalid ones are dropped. */
export const logQuery = z.object({
  operator: filterText,
  action: z
    .enum(logActionNames as [LogAction, ...LogAction[]])
    .optional()
    .catch(undefined),
  fid: id.optional().catch(undefined),
  person: filterText,
  batch: id.optional().catch(undefined),
  keyword: filterText,
  since: filterDay,
  to: filterDay,
});
