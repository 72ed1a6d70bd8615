import type { CallResponse } from "contract";
import type { ContentBody } from "contract/content/kinds/bodies";
import { type ContentField, type ContentKind, fieldsOf } from "contract/content/kinds/words";
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

/** A field's value as readers see it. */
function shown(
  { input }: ContentField,
  value: unknown,
  { choices, names }: { choices: Choice[]; names: Map<number, string> },
): string {
  if (value === undefined || value === null) return "";
  if (input === "choice") return choices.find((each) => each.value === String(value))?.name ?? String(value);
  if (input === "products")
    return idsIn(value)
      .map((id) => `${id} ${names.get(id) ?? ""}`.trim())
      .join("\n");
  if (input === "picture") return Object.values(value as { name: string; alt: string }).join(" ");
  if (input === "file") return (value as { originalName: string }).originalName;
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
  const names = await productNames(database, [...idsIn(before.products), ...idsIn(after.products)]);
  const choices = await editedKinds[kind].choices(database);
  const found: FieldChange[] = [];
  for (const [name, field] of fieldsOf(kind)) {
    const known = { choices: choices[name] ?? [], names };
    const texts = { before: shown(field, before[name], known), after: shown(field, after[name], known) };
    if (texts.before === texts.after) continue;
    const length = texts.before.length + texts.after.length;
    const changes = await context.texts.run("changes", texts, length, accountOf(context).id);
    found.push({ name, label: field.label, changes });
  }
  return found;
}
