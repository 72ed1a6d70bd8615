import type { CallResponse } from "contract";
import type { ContentBody } from "contract/content/kinds/bodies";
import { type ContentColumn, type ContentField, columnsOf } from "contract/content/kinds/field";
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

/** A value of a row as readers see it. */
function cell({ label, input, names = {} }: ContentColumn, value: unknown): string {
  if (value === undefined) return "";
  if (input === "choice") return names[String(value)] ?? String(value);
  if (input === "flag") return value === true ? label : "";
  if (input === "document") return documentWords(value);
  if (input === "ids") return (value as number[]).join("、");
  if (input === "list") return (value as string[]).join("、");
  if (input === "links")
    return (value as { name: string; url: string }[]).map(({ name, url }) => `${name} ${url}`).join("，");
  return String(value);
}

interface Known {
  choices: Choice[];
  /** The names of products, and of parameters. */
  names: Map<number, string>;
  parameters: Map<string, string>;
}

/** A field's value as readers see it. */
function shown(field: ContentField, value: unknown, { choices, names, parameters }: Known): string {
  const { input } = field;
  if (value === undefined || value === null) return "";
  if (input === "rows" || input === "table")
    return (value as Record<string, unknown>[])
      .map((row) =>
        columnsOf(field)
          .map(([name, column]) => cell(column, row[name]))
          .filter(Boolean)
          .join(" · "),
      )
      .join("\n");
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
  if (input === "products")
    return idsIn(value)
      .map((id) => `${id} ${names.get(id) ?? ""}`.trim())
      .join("\n");
  if (input === "picture") return Object.values(value as { name: string; alt: string }).join(" ");
  if (input === "file") return documentWords(value);
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
    const texts = { before: shown(field, before[name], known), after: shown(field, after[name], known) };
    if (texts.before === texts.after) continue;
    const length = texts.before.length + texts.after.length;
    const changes = await context.texts.run("changes", texts, length, accountOf(context).id);
    found.push({ name, label: field.label, changes });
  }
  return found;
}
