import type { CallInput, CallResponse } from "contract";
import { fileBytesMost } from "contract/content/constants";
import { z } from "zod";
import { decodeText } from "~/format/decode";
import { giveBack } from "~/forms/give-back.server";
import { type ActionTools, type Answer, noFields, submitted } from "~/request/intents.server";
import type { Scope } from "~/request/scope.server";
import { askField, baseName, cellName, takeName } from "./columns";

export type Plan = CallResponse<"checkContentTable">;
type Row = NonNullable<CallInput<"changeContentTable">["rows"]>[number];

/** What the form's answer adds to the page. */
export interface TableAnswer {
  /** What would change; without it the table is shown. */
  plan?: Plan & { isFile: boolean };
}

/** The table of a class; of the first one that the reader edits where none is chosen. */
export async function loadTable(
  scope: Scope,
  { table, text, page }: { table: string; text: string; page: number },
) {
  const { choices } = await scope.gateway.call("contentPiece", { kind: "products" });
  const classes = choices.class ?? [];
  const chosen = Number(table === "" ? (classes[0]?.value ?? 0) : table);
  if (chosen === 0) return { classes, chosen, table: null };
  return { classes, chosen, table: await scope.gateway.call("contentTable", { class: chosen, text, page }) };
}

const cell = /^c_(\d{1,10})_([a-z][a-zA-Z0-9]{0,39})$/;

/** The rows of the posted table: all its cells, and what each row was filled from. */
function rowsIn(form: FormData): Row[] {
  const rows = new Map<string, Row>();
  for (const [name, value] of form) {
    const [, key = "", parameter = ""] = cell.exec(name) ?? [];
    if (key === "") continue;
    const base = form.get(baseName(key));
    const row = rows.get(key) ?? { key, values: {}, ...(base ? { base: String(base) } : {}) };
    row.values[parameter] = String(value);
    rows.set(key, row);
  }
  return [...rows.values()];
}

const keptRows = z.array(
  z.object({ key: z.string(), base: z.string().optional(), values: z.record(z.string(), z.string()) }),
);

/** The rows that the page with the changes carries. */
function carriedRows(form: FormData): Row[] {
  try {
    return keptRows.parse(JSON.parse(String(form.get("rows") ?? "[]")));
  } catch {
    return [];
  }
}

type Tools = Pick<ActionTools, "scope" | "form" | "intent">;

/** The form again with the plan, or, where the table has mistakes, with each beside its cell. */
function withPlan({ scope, form, intent }: Tools, plan: Plan, isFile: boolean): Answer {
  const typed = { intent, typed: form };
  if (plan.problems.length === 0 && plan.changes.length === 0)
    return giveBack(scope, typed, { problems: ["没有要改的：表里写的和现在一样"] });
  if (isFile || plan.problems.length === 0)
    return giveBack(scope, typed, plan.problems.length > 0 ? { status: 422 } : {}, {
      plan: { ...plan, isFile },
    });
  const fields: Record<string, string[]> = {};
  const problems: string[] = [];
  for (const { key, title, field, message } of plan.problems) {
    const name = cellName(key, field);
    if (field !== "" && form.has(name)) fields[name] = [message];
    else problems.push(title ? `${title}：${message}` : message);
  }
  const count = `有 ${plan.problems.length + plan.more} 处写得不对，改好之前什么都不会写入`;
  return giveBack(scope, typed, { status: 422, problems: [count, ...problems], fields });
}

const classIn = (form: FormData) => Number(form.get("class") ?? 0);

const tooLarge = "文件太大，请分几次";

/** The text of the chosen file; a message when it cannot be read. */
async function fileText(file: File | undefined): Promise<{ text: string } | { problem: string }> {
  if (!file) return { problem: "请先选择文件" };
  if (file.size > fileBytesMost) return { problem: tooLarge };
  const text = decodeText(new Uint8Array(await file.arrayBuffer()));
  if (text === null) return { problem: "文件不是文本表格：在表格软件里另存为 CSV（UTF-8 或 GB18030）再选" };
  // A text of GB18030 is longer in the call.
  return Buffer.byteLength(text) > fileBytesMost ? { problem: tooLarge } : { text };
}

/** Puts the rows of the changes back into the table's cells. */
function putBack(form: FormData): void {
  for (const { key, base, values } of carriedRows(form)) {
    if (base) form.set(baseName(key), base);
    for (const [parameter, text] of Object.entries(values)) form.set(cellName(key, parameter), text);
  }
  form.delete("rows");
}

/** The rows to write: of a value that somebody else changed meanwhile, only where the typed one was chosen. */
function decidedRows(form: FormData): Row[] {
  const asked = new Set(form.getAll(askField).map(String));
  const isChosen = (name: string) => !asked.has(name) || form.get(name) === "own";
  return carriedRows(form)
    .map(({ key, base, values }) => ({
      key,
      base,
      values: Object.fromEntries(
        Object.entries(values).filter(([parameter]) => isChosen(takeName(key, parameter))),
      ),
    }))
    .filter(({ values }) => Object.keys(values).length > 0);
}

/** Writes what the page with the changes showed. */
async function apply({ scope, form, intent, argument, here, done }: ActionTools): Promise<Answer> {
  const rows = decidedRows(form);
  if (rows.length === 0) return done(here, "没有要改的，什么都没有写入");
  const publish = argument === "publish";
  const why = String(form.get("why") ?? "");
  const request = { class: classIn(form), rows, publish, why };
  const answer = await scope.gateway.call("changeContentTable", request);
  const wrote = publish
    ? `已改好并发布 ${answer.written} 个产品`
    : `已改好 ${answer.written} 个产品，存为草稿，还没有发布`;
  if (answer.problems.length === 0 && answer.changes.length === answer.written) return done(here, wrote);
  const problems = [
    ...(answer.written > 0 ? [`${wrote}；其余的还没有写入`] : ["什么都没有写入"]),
    ...answer.problems.map(({ title, message }) => (title ? `${title}：${message}` : message)),
    ...(answer.problems.length === 0 ? ["有的值刚刚被别人改过，请看过再决定"] : []),
  ];
  const plan = { ...answer, problems: [], isFile: form.get("from") === "file" };
  return giveBack(scope, { intent, typed: form }, { status: 422, problems }, { plan });
}

/** What the buttons of the table do. Nothing is written before what would change was shown. */
export const tableIntents = {
  check: submitted(noFields, async (_, tools: ActionTools) => {
    const rows = rowsIn(tools.form);
    const plan = await tools.scope.gateway.call("checkContentTable", { class: classIn(tools.form), rows });
    return withPlan(tools, plan, false);
  }),
  file: submitted(noFields, async (_, tools: ActionTools) => {
    const { scope, form, intent, filesOf } = tools;
    const read = await fileText(filesOf("table")[0]);
    if ("problem" in read)
      return giveBack(scope, { intent, typed: form }, { status: 400, fields: { table: [read.problem] } });
    const plan = await scope.gateway.call("checkContentTable", { class: classIn(form), file: read.text });
    return withPlan(tools, plan, true);
  }),
  apply: submitted(noFields, (_, tools: ActionTools) => apply(tools)),
  /** Back to the table, with everything typed. */
  again: submitted(noFields, async (_, { scope, form, intent }: ActionTools) => {
    putBack(form);
    return giveBack(scope, { intent, typed: form });
  }),
};
