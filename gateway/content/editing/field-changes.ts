import type { CallResponse } from "contract";
import type { ContentBody } from "contract/content/kinds/bodies";
import {
  type ContentColumn,
  type ContentField,
  type ContentList,
  columnsOf,
} from "contract/content/kinds/field";
import { type ContentKind, fieldsOf } from "contract/content/kinds/words";
import { inArray } from "drizzle-orm";
import type { Database } from "../../database/open";
import { products } from "../../database/schema";
import { accountOf, type CallContext } from "../../server/context";
import { editedKinds } from "./kinds/all";
import type { Choice } from "./kinds/kind";

type FieldChange = CallResponse<"contentVersions">["shown"]["changes"][number];

const idsIn = (value: unknown): number[] => (Array.isArray(value) ? value.map(Number) : []);

/** The names of products by their ids; one that is gone has none. */
export async function productNames(database: Database, ids: number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await database
    .select({ id: products.id, name: products.name })
    .from(products)
    .where(inArray(products.id, ids));
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** A document: another file of the same name is a change too, so its size and the beginning of its stored name say so. */
function documentWords(value: unknown): string {
  const { originalName, bytes, fileName } = value as {
    originalName: string;
    bytes: number;
    fileName: string;
  };
  return `${originalName}（${bytes} 字节，${fileName.slice(0, 8)}）`;
}

/** A video by the file that names it, as a form has it, or as a version has it whole. */
const videoWords = (video: string | { files: { name: string }[] }) =>
  `视频（${(typeof video === "string" ? video : (video.files[0]?.name ?? "")).slice(0, 8)}）`;

/** A value of a row as readers see it. */
function cell({ label, input, names = {} }: ContentColumn, value: unknown): string {
  // A number by which a row stays what it is means nothing to readers.
  if (value === undefined || value === null || input === "kept") return "";
  if (input === "choice") return names[String(value)] ?? String(value);
  if (input === "flag") return value === true ? label : "";
  if (input === "document") return documentWords(value);
  if (input === "ids") return (value as number[]).join("、");
  if (input === "list") return (value as string[]).join("、");
  if (input === "paragraphs") return (value as string[]).join(" / ");
  if (input === "choices") return (value as { name: string }[]).map(({ name }) => name).join("、");
  if (input === "clock")
    return `${Math.floor(Number(value) / 60)}:${String(Number(value) % 60).padStart(2, "0")}`;
  if (input === "video") return videoWords(value as string | { files: { name: string }[] });
  if (input === "links")
    return (value as { name: string; url: string }[]).map(({ name, url }) => `${name} ${url}`).join("，");
  return String(value);
}

/** A row as readers see it: what is typed in it, and each row of the lists inside it on a line of its own. */
function rowWords(list: ContentList, row: Record<string, unknown>): string {
  const columns = columnsOf(list);
  const own = columns.flatMap(([name, column]) => (column.input === "rows" ? [] : [cell(column, row[name])]));
  const inner = columns.flatMap(([name, column]) =>
    column.input === "rows"
      ? ((row[name] ?? []) as Record<string, unknown>[]).map((one) => rowWords(column, one))
      : [],
  );
  return [own.filter(Boolean).join(" · "), ...inner].filter(Boolean).join("\n");
}

interface Known {
  choices: Choice[];
  /** The names of products, and of parameters. */
  names: Map<number, string>;
  parameters: Map<string, string>;
}

/** A field's value as readers see it. */
function valueText(field: ContentField, value: unknown, { choices, names, parameters }: Known): string {
  const { input } = field;
  if (value === undefined || value === null) return "";
  if (input === "flag") return value === true ? "是" : "";
  if (input === "rows" || input === "table")
    return (value as Record<string, unknown>[]).map((row) => rowWords(field, row)).join("\n");
  if (input === "params")
    return Object.entries(value as Record<string, unknown>)
      .map(
        ([key, one]) =>
          `${parameters.get(key) ?? key}：${one === true ? "有" : one === false ? "没有" : [one].flat().join("、")}`,
      )
      .join("\n");
  if (input === "choice")
    return (
      choices.find((each) => each.value === String(value))?.name ??
      field.names?.[String(value)] ??
      String(value)
    );
  if (input === "picks")
    return (value as (string | number)[])
      .map((one) => choices.find((each) => each.value === String(one))?.name ?? String(one))
      .join("、");
  if (input === "ids") return (value as number[]).join("、");
  if (input === "products")
    return idsIn(value)
      .map((id) => `${id} ${names.get(id) ?? ""}`.trim())
      .join("\n");
  if (input === "picture") return Object.values(value as { name: string; alt: string }).join(" ");
  if (input === "file") return documentWords(value);
  if (input === "video") return videoWords(value as string | { files: { name: string }[] });
  return String(value);
}

/** The fields in which two bodies differ, by words. */
export async function fieldChanges(
  context: CallContext,
  kind: ContentKind,
  before: ContentBody,
  after: ContentBody,
): Promise<FieldChange[]> {
  const { database } = context;
  const { products: named, choices: choicesOf, parameters: parametersOf } = editedKinds[kind];
  const names = await productNames(database, [...named(before), ...named(after)]);
  const [were, are] = [await choicesOf(database, before), await choicesOf(database, after)];
  const parameters = new Map(((await parametersOf?.(database)) ?? []).map(({ key, name }) => [key, name]));
  const found: FieldChange[] = [];
  for (const [name, field] of fieldsOf(kind)) {
    const known = { choices: [...(are[name] ?? []), ...(were[name] ?? [])], names, parameters };
    const texts = {
      before: valueText(field, before[name], known),
      after: valueText(field, after[name], known),
    };
    if (texts.before === texts.after) continue;
    const length = texts.before.length + texts.after.length;
    const changes = await context.texts.run("changes", texts, length, accountOf(context).id);
    found.push({ name, label: field.label, changes });
  }
  return found;
}
