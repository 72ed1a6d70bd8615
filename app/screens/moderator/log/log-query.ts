import { id } from "contract/base/fields";
import { type LogAction, logActionNames } from "contract/moderation/actions";
import { z } from "zod";
import { filterDay, filterText } from "../fields/filter-query";

/** What the log's address asks for; what makes no sense in it is left out. */
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
