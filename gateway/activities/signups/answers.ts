import type { ShownAnswer, SignupField } from "contract/activities/shapes";
import { cleanText } from "contract/base/fields";
import { and, eq, inArray, type SQL } from "drizzle-orm";
import type { Database } from "../../database/open";
import { activityFiles } from "../../database/schema";
import { Refusal } from "../../server/refusal";
import { dictionaryItems } from "../dictionary";
import { fileAddressOf } from "../files";
import type { Activity } from "../rows";

type FieldValues = Record<string, string | string[]>;
type Item = { code: string; name: string };

/** The options of a choice. */
async function itemsOf(database: Database, activity: Activity, field: SignupField): Promise<Item[]> {
  if (field.lookup !== null) return activity.lookups[field.lookup] ?? [];
  if (field.dictionary !== null) return dictionaryItems(database, field.dictionary);
  return field.choices;
}

/** The fields that the form of this category has. */
export const fieldsFor = ({ fields }: Activity, category: string): SignupField[] =>
  fields.filter(({ categories }) => categories.length === 0 || categories.includes(category));

function readText(field: SignupField, value: string | string[] | undefined): string {
  const text = cleanText(typeof value === "string" ? value : "").trim();
  return field.long ? text : text.replace(/\s*\n\s*/g, " ");
}

/** A field's answer in the form that is stored, or the problem with it. */
async function readAnswer(
  database: Database,
  activity: Activity,
  field: SignupField,
  values: string | string[] | undefined,
  ownFiles: SQL,
): Promise<{ value: string | string[] } | { problem: string }> {
  if (field.type === "text") {
    const value = readText(field, values);
    if (value === "" && field.required) return { problem: `请填写${field.label}` };
    return value.length > field.max ? { problem: `不能超过 ${field.max} 个字` } : { value };
  }
  if (field.type === "choice") {
    const chosen = [...new Set([values ?? []].flat())].filter((code) => code !== "");
    if (chosen.length === 0 && field.required) return { problem: `请选择${field.label}` };
    if (chosen.length > 1 && !field.many) return { problem: "只能选择一项" };
    const codes = new Set((await itemsOf(database, activity, field)).map(({ code }) => code));
    if (!chosen.every((code) => codes.has(code))) return { problem: "没有这个选项" };
    return { value: field.many ? chosen : (chosen[0] ?? "") };
  }
  const id = typeof values === "string" ? values : "";
  if (id === "") return field.required ? { problem: `请上传${field.label}` } : { value: "" };
  if (!/^[1-9]\d{0,8}$/.test(id)) return { problem: "文件没有上传成功，请重新选择" };
  const [file] = await database
    .select({ id: activityFiles.id })
    .from(activityFiles)
    .where(
      and(
        eq(activityFiles.id, Number(id)),
        eq(activityFiles.activityId, activity.id),
        eq(activityFiles.of, "signup"),
        eq(activityFiles.field, field.key),
        ownFiles,
      ),
    );
  return file ? { value: id } : { problem: "文件没有上传成功，请重新选择" };
}

/**
 * The answers of a sign-up in the form that is stored, without fields that the activity does not ask for. Throws
 * ANSWERS_WRONG with a message by `answers.{field}`.
 * @param ownFiles the condition that a file belongs to the person
 */
export async function checkAnswers(
  database: Database,
  activity: Activity,
  { category, answers }: { category: string; answers: FieldValues },
  ownFiles: SQL,
): Promise<FieldValues> {
  const cleaned: FieldValues = {};
  const wrong: Record<string, string[]> = {};
  for (const field of fieldsFor(activity, category)) {
    const read = await readAnswer(database, activity, field, answers[field.key], ownFiles);
    if ("problem" in read) wrong[`answers.${field.key}`] = [read.problem];
    else if (read.value.length > 0) cleaned[field.key] = read.value;
  }
  if (Object.keys(wrong).length > 0) throw new Refusal("ANSWERS_WRONG", wrong);
  return cleaned;
}

/** Answers of sign-ups for display: choices by name, files with their addresses. In the given order. */
export async function answerViews(
  database: Database,
  activity: Activity,
  all: { category: string; answers: FieldValues }[],
): Promise<ShownAnswer[][]> {
  const names = new Map<string, Map<string, string>>();
  for (const field of activity.fields)
    if (field.type === "choice") {
      const items = await itemsOf(database, activity, field);
      names.set(field.key, new Map(items.map(({ code, name }) => [code, name])));
    }
  const ids = all.flatMap(({ answers }) =>
    activity.fields.flatMap(({ key, type }) => (type === "file" && answers[key] ? Number(answers[key]) : [])),
  );
  const files = await storedFiles(database, ids);
  return all.map(({ category, answers }) =>
    fieldsFor(activity, category).flatMap(({ key, label, type }) => {
      const value = answers[key];
      if (value === undefined) return [];
      const codes = [value].flat();
      const text = type === "choice" ? codes.map((code) => names.get(key)?.get(code) ?? code).join("、") : "";
      const file = type === "file" ? (files.get(Number(value)) ?? null) : null;
      return { key, label, value, text: text || (file?.name ?? codes.join("、")), file };
    }),
  );
}

/** Stored files by their ids. */
export async function storedFiles(
  database: Database,
  ids: number[],
): Promise<Map<number, { id: number; name: string; bytes: number; address: string }>> {
  // An answer to a field that was no file once is no number of one.
  const numbers = ids.filter((one) => Number.isInteger(one) && one > 0 && one < 2 ** 31);
  if (numbers.length === 0) return new Map();
  const { id, originalName: name, bytes, key } = activityFiles;
  const rows = await database
    .select({ id, name, bytes, key })
    .from(activityFiles)
    .where(inArray(activityFiles.id, numbers));
  return new Map(
    rows.map((row) => [
      row.id,
      { id: row.id, name: row.name, bytes: row.bytes, address: fileAddressOf(row) },
    ]),
  );
}
