import { id, numeric, submissionId } from "contract/base/fields";
import { days, ids, reason } from "contract/moderation/fields";
import { z } from "zod/v4";
import { filterDay, filterText } from "../fields/filter-query";
import { readOperation } from "./operations";

/** An empty field of a form says nothing. */
const nothing = z.literal("").transform(() => undefined);
const maybe = <Schema extends z.ZodType>(schema: Schema) => z.union([nothing, schema]).optional();

/** The form over a list of topics (spec 7.2: topic operate, stamp and icon, close, hide, change section). */
export const operateSchema = z
  .object({
    ids,
    operation: z.string("请选择操作").transform((posted, { addIssue }) => {
      const operation = readOperation(posted);
      if (operation) return operation;
      addIssue({ code: "custom", message: "请选择操作" });
      return z.NEVER;
    }),
    reason,
    days: maybe(days),
    moveTo: maybe(id),
    classId: maybe(id),
    pointer: z.literal("on").optional(),
    duplicateOf: maybe(id),
    submissionId,
  })
  .superRefine(({ operation, moveTo }, { addIssue }) => {
    if (operation.action === "move" && moveTo === undefined)
      addIssue({ code: "custom", path: ["moveTo"], message: "请选择移动到哪个版块" });
  });

const number = numeric(z.number().int().min(0).max(1_000_000)).optional().catch(undefined);
const yes = z
  .enum(["1", "0"])
  .optional()
  .catch(undefined)
  .transform((value) => (value === undefined ? undefined : value === "1"));

/** What an address asks for; what makes no sense in it is left out. An empty number is none. */
export const themeQuery = z.object({
  fid: id.optional().catch(undefined),
  classId: id.optional().catch(undefined),
  state: z.enum(["listed", "pending", "refused", "hidden"]).optional().catch(undefined),
  digest: yes,
  pinned: yes,
  closed: yes,
  author: filterText,
  keyword: filterText,
  viewsMin: z.preprocess((value) => (value === "" ? undefined : value), number),
  repliesMin: z.preprocess((value) => (value === "" ? undefined : value), number),
  idleDays: z.preprocess((value) => (value === "" ? undefined : value), number),
  since: filterDay,
  to: filterDay,
  page: numeric(z.number().int().min(1).max(100_000)).catch(1),
});
