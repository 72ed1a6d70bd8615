import { createHash } from "node:crypto";
import type { CallInput } from "contract";
import { type BatchAnswer, batchMaximum } from "contract/moderation/fields";
import type { z } from "zod";
import { giveBack } from "~/forms/give-back.server";
import { type Asking, askFirst } from "~/request/ask-first.server";
import type { Fields } from "~/request/inputs.server";
import type { ActionTools, Answer } from "~/request/intents.server";
import { afterBatch } from "./batch-notice";
import { pressedRow, reasonAt, rowsIn, wholeList } from "./row-fields";

/** The items that a form over a list acts on: the row of the pressed button, the whole list, or the ticked rows. */
type Chosen = { of: "row"; id: number } | { of: "list"; total: number; ids: number[] } | { of: "ticked" };

interface List<Query extends Fields> {
  /** The whole list with the filters of its address; absent where nobody can select the whole list. */
  list?(tools: ActionTools<Query>): CallInput<"moderatorMatches">;
  /** The form fields that the value of a row's button sets. */
  row?(value: string): Record<string, string>;
}

/**
 * The submission id of a row: the same when a form is sent twice, and different for other rows and other decisions.
 */
const ownNumber = (form: FormData, intent: string) =>
  createHash("sha256")
    .update(`${form.get("submissionId")} ${intent}`)
    .digest("base64url")
    .slice(0, 24);

/**
 * An action of a form over a list. It acts on the row of the pressed button, with that row's reason and no other field
 * of the form; or on the whole list, whose items the gateway finds again; otherwise on the ticked rows.
 */
export function overChosen<Schema extends z.ZodType<{ ids: number[] }>, Query extends Fields>(
  schema: Schema,
  { list, row }: List<Query>,
  run: (value: z.output<Schema>, tools: ActionTools<Query>, chosen: Chosen) => Promise<Answer>,
) {
  return (tools: ActionTools<Query>): Promise<Answer> => {
    const { form, scope, intent, argument } = tools;
    const pressed = pressedRow(argument);
    if (pressed) {
      const { id, value } = pressed;
      const part = new FormData();
      const own = { reason: String(form.get(reasonAt(id)) ?? ""), submissionId: ownNumber(form, intent) };
      for (const [name, text] of Object.entries({ ...own, ids: String(id), ...row?.(value) }))
        part.set(name, text);
      return tools.submit(schema, (read) => run(read, tools, { of: "row", id }), {
        form: part,
        at: reasonAt(id),
      });
    }
    if (!list || !form.has(wholeList))
      return tools.submit(schema, (read) => run(read, tools, { of: "ticked" }));
    const part = new FormData();
    for (const [name, text] of form) if (name !== "ids") part.append(name, text);
    // A placeholder that passes the schema. The ids are loaded within `submit`, which turns a failed call into an
    // answer.
    part.set("ids", "1");
    return tools.submit(
      schema,
      async (read) => {
        const { ids, total } = await scope.gateway.call("moderatorMatches", list(tools));
        if (ids.length > 0) return run({ ...read, ids }, tools, { of: "list", ids, total });
        const problems = ["没有符合条件的内容，可能刚刚都处理完了"];
        return giveBack(scope, { intent, typed: form }, { status: 422, problems });
      },
      { form: part },
    );
  };
}

interface Decision<Value, Query extends Fields> extends List<Query> {
  /** The Chinese name of the operation. */
  name: string | ((value: Value) => string);
  act(value: Value, tools: ActionTools<Query>): Promise<BatchAnswer>;
  /** The question before an operation that cannot be undone, also for a single item; null when it can be undone. */
  question?(value: Value, tools: ActionTools<Query>): Asking | null | Promise<Asking | null>;
}

/** The question before an operation on a whole list: how many items it acts on, and how many remain. */
function questionOf(name: string, { ids, total }: Chosen & { of: "list" }): Asking {
  const count = ids.length;
  const remaining = total - count;
  return {
    title: remaining > 0 ? `${name}：符合条件的前 ${count} 项？` : `${name}：符合条件的全部 ${count} 项？`,
    says: [
      "按列表现在的筛选条件，其他页上的也包括在内。",
      ...(remaining > 0
        ? [`符合条件的共 ${total} 项，一次最多处理 ${batchMaximum} 项，其余 ${remaining} 项这次不动。`]
        : []),
      "不能由你处理的会跳过，并逐项说明原因。",
    ],
    button: `确认处理 ${count} 项`,
    count,
  };
}

/**
 * An action of a form over a list that acts on the selected items; for a whole list, or for what cannot be undone, it
 * asks first.
 */
export function decides<Schema extends z.ZodType<{ ids: number[] }>, Query extends Fields>(
  schema: Schema,
  decision: Decision<z.output<Schema>, Query>,
) {
  const { name, act, question } = decision;
  return overChosen(schema, decision, async (value, tools, chosen) => {
    const { scope, form, intent, here } = tools;
    const whole =
      chosen.of === "list" ? questionOf(typeof name === "string" ? name : name(value), chosen) : null;
    const own = (await question?.(value, tools)) ?? null;
    const both = own &&
      whole && { ...whole, says: [...whole.says, own.title, ...own.says], button: own.button };
    const combined = both ?? own ?? whole;
    const unanswered = combined && askFirst(tools, combined, value.ids);
    if (unanswered) return unanswered;
    const answer = await act(value, tools);
    const remaining = chosen.of === "list" ? chosen.total - chosen.ids.length : 0;
    if (chosen.of !== "row") return afterBatch(tools, answer, { back: here, remaining });
    const [refused] = answer.results.filter(({ code }) => code !== null);
    // The refusal of a single item appears at its row.
    if (refused && answer.waiting === 0)
      return giveBack(
        scope,
        { intent, typed: form },
        { status: 422, fields: { [reasonAt(chosen.id)]: [refused.message] } },
      );
    const rows = rowsIn(form);
    const next = rows[rows.indexOf(chosen.id) + 1] ?? rows[rows.indexOf(chosen.id) - 1];
    return afterBatch(tools, answer, { back: here, next });
  });
}
