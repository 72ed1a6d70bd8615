import { type ContentBody, contentBodies } from "contract/content/kinds/bodies";
import { rowField } from "contract/content/kinds/field";
import type { ProductBody } from "contract/content/kinds/product-body";
import { and, eq, inArray, isNull, ne, sql } from "drizzle-orm";
import type { Database } from "../../../database/open";
import { productParts, products, sections, tags } from "../../../database/schema";
import { pictureSize } from "../../../files/pictures/picture-sizes";
import { foldPart, partBeginning } from "../../../products/numbers/fold";
import type { FieldProblems } from "./kind";

type Draft = Partial<ProductBody>;

/** Which of these products are there, in or out of the lists. */
async function known(database: Database, ids: number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const rows = await database.select({ id: products.id }).from(products).where(inArray(products.id, ids));
  return new Set(rows.map(({ id }) => id));
}

/** Whether one of these products is, in the end, replaced by this one. */
async function leadsBack(database: Database, ids: number[], key: number): Promise<boolean> {
  const { rows } = (await database.execute(sql`
    with recursive next (id) as (
      select value::int from json_array_elements_text(${JSON.stringify(ids)}::json)
      union select r.replacement_id from product_replacements r join next on next.id = r.product_id
    ) select 1 from next where id = ${key} limit 1`)) as unknown as { rows: unknown[] };
  return rows.length > 0;
}

async function wrongReplacements(
  database: Database,
  list: ProductBody["replacedBy"],
  key: number | undefined,
) {
  const problems: FieldProblems = {};
  const ids = list.map(({ product }) => product);
  const there = await known(database, ids);
  for (const [index, id] of ids.entries()) {
    const at = rowField("replacedBy", index, "product");
    if (id === key) problems[at] = ["不能替代自己"];
    else if (!there.has(id)) problems[at] = [`没有产品 ${id}`];
    else if (ids.indexOf(id) !== index) problems[at] = [`${id} 写了两次`];
    else if (key !== undefined && (await leadsBack(database, [id], key)))
      problems[at] = [`${id} 又被这个产品替代，绕成了一圈`];
  }
  return problems;
}

/** Order numbers that stand twice here, or that another listed product has. */
async function wrongParts(database: Database, parts: ProductBody["parts"], key: number | undefined) {
  const problems: FieldProblems = {};
  const numbers = parts.map(({ number }) => number.toUpperCase());
  if (numbers.length === 0) return problems;
  const upper = sql<string>`upper(${productParts.number})`;
  const rows = await database
    .select({ number: upper, name: products.name })
    .from(productParts)
    .innerJoin(products, eq(products.id, productParts.productId))
    .where(
      and(
        inArray(upper, numbers),
        isNull(products.delistedAt),
        ...(key === undefined ? [] : [ne(products.id, key)]),
      ),
    );
  const others = new Map(rows.map(({ number, name }) => [number, name]));
  for (const [index, number] of numbers.entries()) {
    const at = rowField("parts", index, "number");
    if (numbers.indexOf(number) !== index) problems[at] = ["这个型号写了两次"];
    else if (others.has(number)) problems[at] = [`产品“${others.get(number)}”已经有这个型号`];
  }
  return problems;
}

/** The portal's own numbers among these, folded: names and order numbers of this product and of other listed ones. */
async function ownNumbers(
  database: Database,
  { title = "", parts = [] }: Draft,
  key: number | undefined,
  numbers: string[],
): Promise<Map<string, string>> {
  const folded = sql<string>`regexp_replace(upper(${products.name}), '[^A-Z0-9]', '', 'g')`;
  const isOther = and(isNull(products.delistedAt), ne(products.id, key ?? 0));
  const sameName = await database
    .select({ folded, number: products.name })
    .from(products)
    .where(and(isOther, inArray(folded, numbers)));
  const ordered = await database
    .select({ folded: productParts.folded, number: productParts.number })
    .from(productParts)
    .innerJoin(products, eq(products.id, productParts.productId))
    .where(and(isOther, inArray(productParts.folded, numbers)));
  const own = [title, ...parts.map(({ number }) => number)].map((number) => ({
    folded: foldPart(number),
    number,
  }));
  const latin = [...sameName, ...ordered, ...own].filter(({ number }) => /^[\x20-\x7e]+$/.test(number));
  return new Map(latin.map(({ folded: plain, number }) => [plain, number]));
}

/** Other makers' numbers that stand twice, that no search finds, or that are the portal's own. */
async function wrongReferences(database: Database, draft: Draft, key: number | undefined) {
  const problems: FieldProblems = {};
  const { crossReferences: references = [] } = draft;
  if (references.length === 0) return problems;
  const numbers = references.map(({ number }) => foldPart(number));
  const own = await ownNumbers(database, draft, key, numbers);
  for (const [index, { number }] of references.entries()) {
    const folded = foldPart(number);
    const at = rowField("crossReferences", index, "number");
    if (numbers.indexOf(folded) !== index) problems[at] = ["这个型号写了两次"];
    else if (partBeginning(number) === null) problems[at] = ["型号不计符号至少要 3 个字符，否则搜不到"];
    else if (own.has(folded)) problems[at] = [`${own.get(folded)} 已经是本站的型号，搜它只会到那个产品`];
  }
  return problems;
}

async function missingPictures(
  database: Database,
  { gallery = [], pinout = [], diagram = [], drawings = [] }: Draft,
) {
  const problems: FieldProblems = {};
  for (const [field, list] of Object.entries({ gallery, pinout, diagram, drawings }))
    for (const [index, { name }] of list.entries())
      if (!(await pictureSize(database, name))) problems[rowField(field, index, "name")] = ["没有这张图片"];
  return problems;
}

/** What a product names and does not exist, by the control in which it is typed. */
export async function missingInProduct(
  database: Database,
  body: ContentBody,
  own: string | undefined,
): Promise<FieldProblems> {
  const draft: Draft = contentBodies.products.draft.partial().parse(body);
  const { replacedBy = [], parts = [], bom = [], tag, section } = draft;
  const key = own === undefined ? undefined : Number(own);
  const boards = await known(
    database,
    bom.flatMap(({ product }) => product ?? []),
  );
  const lost = bom.flatMap(({ product }, index) =>
    product === undefined || boards.has(product) ? [] : [`第 ${index + 1} 行：没有产品 ${product}`],
  );
  const [tagged] =
    tag === undefined
      ? [true]
      : await database
          .select({ id: tags.id })
          .from(tags)
          .where(eq(sql`lower(${tags.name})`, tag.toLowerCase()));
  const [placed] =
    section === undefined
      ? [true]
      : await database.select({ id: sections.id }).from(sections).where(eq(sections.id, section));
  return {
    ...(await wrongReplacements(database, replacedBy, key)),
    ...(await wrongParts(database, parts, key)),
    ...(await wrongReferences(database, draft, key)),
    ...(await missingPictures(database, draft)),
    ...(lost.length > 0 ? { bom: lost } : {}),
    ...(tagged ? {} : { tag: [`没有标签 ${tag}`] }),
    ...(placed ? {} : { section: ["没有这个版块"] }),
  };
}
