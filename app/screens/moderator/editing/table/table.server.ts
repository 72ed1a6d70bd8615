import { data } from "@remix-run/node";
import type { CallInput, CallResponse } from "contract";
import { fileBytesMost, workbookBytesMost } from "contract/content/constants";
import { contentTableCalls } from "contract/content/tables";
import { z } from "zod";
import { decodeText } from "~/format/decode";
import { giveBack } from "~/forms/give-back.server";
import { type ActionTools, type Answer, noFields, submitted, undecided } from "~/request/intents.server";
import type { Scope } from "~/request/scope.server";
import { baseName, cellName, earlyField, planField, takeName } from "./columns";

export type Plan = CallResponse<"checkContentTable">;
type Row = NonNullable<CallInput<"changeContentTable">["rows"]>[number];

/** What the form's answer adds to the page. */
export interface TableAnswer {
  /** What would change; without it the table is shown. */
  plan?: ShownPlan | null;
}
type ShownPlan = Plan & { isFile: boolean };

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

const carried = contentTableCalls.checkContentTable.response.extend({ isFile: z.boolean() });

/** What the page with the changes showed; null of any other form. */
function carriedPlan(form: FormData): ShownPlan | null {
  try {
    return carried.parse(JSON.parse(String(form.get(planField))));
  } catch {
    return null;
  }
}

/** The names of the decisions that the page with the changes asks for. */
const askedBy = ({ changes }: ShownPlan) =>
  changes.flatMap(({ key, fields }) =>
    fields.flatMap((field) => (field.conflict ? [takeName(key, field.key)] : [])),
  );

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

/** What the call takes of the chosen file; a message when it cannot be read. */
async function tableFile(
  file: File | undefined,
): Promise<{ file: string } | { workbook: string } | { problem: string }> {
  if (!file) return { problem: "请先选择文件" };
  if (file.size > fileBytesMost) return { problem: tooLarge };
  const content = Buffer.from(await file.arrayBuffer());
  // An XLSX file is a ZIP archive.
  if (content.toString("latin1", 0, 4) === "PK\x03\x04")
    return content.byteLength > workbookBytesMost
      ? { problem: `XLSX 不能超过 ${workbookBytesMost / 1_000_000} MB，请分几次` }
      : { workbook: content.toString("base64") };
  const text = decodeText(content);
  if (text === null)
    return {
      problem: "文件不是 XLSX，也不是文本表格：在表格软件里另存为 XLSX 或 CSV（UTF-8 或 GB18030）再选",
    };
  // A text of GB18030 is longer in the call, as are quotes and line ends.
  return Buffer.byteLength(JSON.stringify(text)) > fileBytesMost ? { problem: tooLarge } : { file: text };
}

/** Puts what the page with the changes showed back into the table's cells. */
function putBack(form: FormData): void {
  for (const { key, base, fields } of carriedPlan(form)?.changes ?? []) {
    form.set(baseName(key), base);
    for (const field of fields) form.set(cellName(key, field.key), field.after);
  }
  form.delete(planField);
}

/** The rows to write: of a value that somebody else changed meanwhile, only where the typed one was chosen. */
const decidedRows = (form: FormData, { changes }: ShownPlan): Row[] =>
  changes
    .map(({ key, base, fields }) => ({
      key,
      base,
      values: Object.fromEntries(
        fields
          .filter((field) => !field.conflict || form.get(takeName(key, field.key)) === "own")
          .map((field) => [field.key, field.after]),
      ),
    }))
    .filter(({ values }) => Object.keys(values).length > 0);

/** What is still to be decided on the page with the changes, by field. */
function openIn(form: FormData, plan: ShownPlan, publish: boolean): Record<string, string[]> {
  const names = askedBy(plan).filter((name) => !["theirs", "own"].includes(String(form.get(name))));
  const fields = Object.fromEntries(names.map((name) => [name, ["请选一份"]]));
  const isEarly = publish && plan.changes.some(({ publishAt }) => publishAt !== "");
  if (isEarly && !form.has(earlyField))
    fields[earlyField] = ["要现在就发布，请先勾选；也可以存为草稿，等定时"];
  return fields;
}

const nothingToDo = "没有要改的，什么都没有写入";

/** Writes what the page with the changes showed. */
async function apply({ scope, form, intent, argument, here, done }: ActionTools): Promise<Answer> {
  const shown = carriedPlan(form);
  const typed = { intent, typed: form };
  if (!shown)
    return giveBack(scope, typed, { status: 400, problems: ["提交的内容不完整，请再看一次会改什么"] });
  const publish = argument === "publish";
  const fields = openIn(form, shown, publish);
  if (Object.keys(fields).length > 0)
    return giveBack(
      scope,
      typed,
      { status: 422, problems: ["还有没选的，什么都没有写入"], fields },
      { plan: shown },
    );
  const rows = decidedRows(form, shown);
  if (rows.length === 0) return done(here, nothingToDo);
  const early = publish
    ? shown.changes.filter(({ publishAt }) => publishAt !== "").map(({ key }) => key)
    : [];
  const why = String(form.get("why") ?? "");
  const request = { class: classIn(form), rows, publish, early, why };
  const answer = await scope.gateway.call("changeContentTable", request);
  const { written, left } = answer;
  const wrote = publish ? `已改好并发布 ${written} 个产品` : `已改好 ${written} 个产品，存为草稿，还没有发布`;
  if (left === 0 && answer.problems.length === 0) return done(here, written > 0 ? wrote : nothingToDo);
  const isConflict = answer.changes.some(({ fields: own }) => own.some(({ conflict }) => conflict));
  const isUnseen = publish && answer.changes.some(({ unseen }) => unseen);
  const problems = [
    written > 0 ? `${wrote}；还有 ${left} 个没有写入` : "什么都没有写入",
    ...answer.problems.map(({ title, message }) => (title ? `${title}：${message}` : message)),
    ...(isConflict ? ["有的值刚刚被别人改过，请看过再决定"] : []),
    ...(isUnseen ? ["有的产品刚刚有了别人没发布的修改，发布会把它一起放出去，请看过再决定"] : []),
  ];
  const plan = answer.changes.length > 0 ? { ...answer, problems: [], isFile: shown.isFile } : null;
  return giveBack(scope, typed, { status: 422, problems }, { plan });
}

/**
 * Shows the page with the changes again, with all of it, when its form comes back for any other reason: too many posts,
 * an ended session, a reason that is too long, no button.
 */
const withCarried =
  (run: (tools: ActionTools) => Promise<Answer>) =>
  async (tools: ActionTools): Promise<Answer> => {
    const plan = carriedPlan(tools.form);
    const answer = await run(tools);
    if (plan === null || answer instanceof Response || "plan" in answer.data) return answer;
    return data({ ...answer.data, plan }, answer.init ?? {});
  };

/** A form without one of the buttons. */
export const undecidedTable = withCarried(undecided);

/** What the buttons of the table do. Nothing is written before what would change was shown. */
export const tableIntents = {
  check: submitted(noFields, async (_, tools: ActionTools) => {
    const rows = rowsIn(tools.form);
    const plan = await tools.scope.gateway.call("checkContentTable", { class: classIn(tools.form), rows });
    return withPlan(tools, plan, false);
  }),
  file: submitted(noFields, async (_, tools: ActionTools) => {
    const { scope, form, intent, filesOf } = tools;
    const read = await tableFile(filesOf("table")[0]);
    if ("problem" in read)
      return giveBack(scope, { intent, typed: form }, { status: 400, fields: { table: [read.problem] } });
    const plan = await scope.gateway.call("checkContentTable", { class: classIn(form), ...read });
    return withPlan(tools, plan, true);
  }),
  apply: withCarried(submitted(noFields, (_, tools: ActionTools) => apply(tools))),
  /** Back to the table, with everything typed. */
  again: withCarried(
    submitted(noFields, async (_, { scope, form, intent }: ActionTools) => {
      putBack(form);
      return giveBack(scope, { intent, typed: form }, {}, { plan: null });
    }),
  ),
};
