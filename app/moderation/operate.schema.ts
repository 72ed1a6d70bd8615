import type { CallInput } from "contract";
import { id, longId, submissionId } from "contract/base/fields";
import { days, ids, reason } from "contract/moderation/fields";
import { z } from "zod";
import { readOperation } from "./operations";

/** An empty field of a form counts as absent. */
const emptyField = z.literal("").transform(() => undefined);
const optionalField = <Schema extends z.ZodType>(schema: Schema) => z.union([emptyField, schema]).optional();

/**
 * The schema of an operation on topics, in a list or on a topic's page (spec 7.2: topic operate, stamp and icon,
 * close, hide, change section).
 */
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
    days: optionalField(days),
    moveTo: optionalField(id),
    classId: optionalField(id),
    pointer: z.literal("on").optional(),
    duplicateOf: optionalField(longId),
    submissionId,
  })
  .superRefine(({ operation, moveTo }, { addIssue }) => {
    if (operation.action === "move" && moveTo === undefined)
      addIssue({ code: "custom", path: ["moveTo"], message: "请选择移动到哪个版块" });
  });

/** The call's input from the form's fields: the target of a move, a class and a duplicate have a field each. */
export function operateRequest(form: z.output<typeof operateSchema>): CallInput<"topicOperate"> {
  const { ids: chosen, operation, reason: why, days: lasts, moveTo, classId } = form;
  const { pointer, duplicateOf, submissionId: number } = form;
  const { action } = operation;
  return {
    ids: chosen,
    reason: why,
    submissionId: number,
    action,
    days: lasts ?? 0,
    pointer: pointer === "on",
    value: action === "move" ? String(moveTo) : action === "class" ? String(classId ?? "") : operation.value,
    ...(action === "close" && duplicateOf !== undefined ? { duplicateOf } : {}),
  };
}
