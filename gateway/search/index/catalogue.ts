import { noticeKinds } from "contract/products/constants";
import { formatQuantity } from "contract/products/units";
import { type CatalogueKind, catalogueKinds } from "contract/search/constants";
import { type SQL, sql } from "drizzle-orm";
import type { Database } from "../../database/open";
import type { ProductValue } from "../../database/tables/products";
import { transact } from "../../database/transact";
import type { TextWorkers } from "../../workers/text-workers";
import { documentsOf, writeDocuments } from "./index-rows";

/** The table of each kind of the catalogue. */
export const catalogueTables: Record<CatalogueKind, SQL> = {
  products: sql`products`,
  resources: sql`resources`,
  notices: sql`product_notices`,
  news: sql`news`,
  videos: sql`videos`,
  courses: sql`courses`,
  lessons: sql`lessons`,
};

/** The values of a row `t` that its document needs. */
interface Row {
  id: number;
  title: string;
  /** Words with the weight of tags: summaries, order numbers, packages, and purposes. */
  words: (string | null)[];
  html: string;
  /** Plain texts with the weight of the main text. */
  texts: (string | null)[];
  /** The parameters of a product. */
  parameters?: { name: string; unit: string; type: string; value: ProductValue }[];
}

/** The names of the products that a row is about. Their order numbers count as its text. */
const productsOf = (table: string, key: string, of = sql`t.id`) => {
  const linked = sql`${sql.identifier(table)} link join products p on p.id = link.product_id`;
  const own = sql`link.${sql.identifier(key)} = ${of}`;
  return {
    names: sql`array(select p.name from ${linked} where ${own} order by p.id)`,
    numbers: sql`array(select part.number from ${linked} join product_parts part on part.product_id = p.id where ${own} order by part.number)`,
  };
};
const forProducts = {
  resources: productsOf("resource_products", "resource_id"),
  notices: productsOf("notice_products", "notice_number", sql`t.number`),
  news: productsOf("news_products", "news_id"),
  videos: productsOf("video_products", "video_id"),
  courses: productsOf("course_products", "course_id"),
};
const nothing = sql`array[]::text[]`;

/** The Chinese name and the code of each kind of notice, so that both 勘误 and errata match. */
const noticeWords = sql.join(
  noticeKinds.map(({ code, name }) => sql`when ${code} then ${`${name} ${code}`}`),
  sql` `,
);

const columns: Record<CatalogueKind, SQL> = {
  products: sql`t.name as title, t.html, ${nothing} as texts,
    array(select number || ' ' || package from product_parts where product_id = t.id order by position)
      || array(select name from product_classes c where c.id = any((select path from product_classes own where own.id = t.class_id)::int[]))
      || array(select number || ' ' || maker from product_cross_references where product_id = t.id order by position)
      || array[(select name from tags where id = t.tag_id), t.summary] as words,
    (select json_agg(json_build_object('name', p.name, 'unit', p.unit, 'type', p.type, 'value', t.values->p.key) order by p.position)
      from product_parameters p join product_classes c on c.id = t.class_id
      where p.class_id = any(c.path) and t.values ? p.key) as parameters`,
  resources: sql`t.title, t.html, ${forProducts.resources.numbers} as texts,
    array[t.summary] || ${forProducts.resources.names}
      || array(select original_name from resource_versions where resource_id = t.id and delisted_at is null order by position) as words`,
  notices: sql`t.title, t.html || t.workaround as html, ${forProducts.notices.numbers} as texts,
    array[t.number, case t.kind ${noticeWords} end] || ${forProducts.notices.names} as words`,
  news: sql`t.title, t.html, ${forProducts.news.numbers} as texts, array[t.summary] || ${forProducts.news.names} as words`,
  videos: sql`t.title, '' as html, ${forProducts.videos.numbers} as texts, array[t.summary] || ${forProducts.videos.names} as words`,
  courses: sql`t.title, t.html, ${forProducts.courses.numbers} as texts,
    array[t.summary] || array(select jsonb_array_elements_text(t.tags)) || ${forProducts.courses.names}
      || array(select l.name from course_lecturers link join lecturers l on l.id = link.lecturer_id
        where link.course_id = t.id and l.delisted_at is null order by link.position) as words`,
  // The document of a lesson has its text, its slides and its captions.
  lessons: sql`t.title,
    t.html || coalesce((select string_agg(slide->>'html', '') from jsonb_array_elements(t.slides) slide), '') as html,
    array(select line->>'text' from jsonb_array_elements(t.transcript) line) as texts,
    array(select slide->>'title' from jsonb_array_elements(t.slides) slide) as words`,
};

/** Common supply voltages: a search for one finds products whose range includes it. */
const rails = [1.2, 1.5, 1.8, 2.5, 3, 3.3, 3.7, 4.2, 5, 9, 12, 15, 24, 36, 48];

/** The words of a parameter: its name beside its value; for a range both ends, each with the unit. */
function parameterWords({ name, unit, type, value }: NonNullable<Row["parameters"]>[number]) {
  const { low, high, shown, yes } = value;
  if (type === "yes") return { words: yes ? name : "", text: "" };
  if (type !== "range" || low === undefined || high === undefined)
    return { words: `${name} ${shown}`, text: "" };
  const inside = unit === "V" ? rails.filter((rail) => rail > low && rail < high) : [];
  return {
    words: `${name} ${formatQuantity(low, unit)} ${formatQuantity(high, unit)}`,
    text: inside.map((rail) => formatQuantity(rail, unit)).join(" "),
  };
}

const escaped = (text: string) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;");

function textOf({ id, title, words, html, texts, parameters }: Row) {
  const own = (parameters ?? []).map(parameterWords);
  const text = [...texts, ...own.map((each) => each.text)].filter(Boolean).join("\n");
  return {
    id,
    title,
    tags: [...words, ...own.map((each) => each.words)].filter((word): word is string => Boolean(word)),
    html: text === "" ? html : `${html}\n<p>${escaped(text)}</p>`,
  };
}

/**
 * Writes the documents of a kind's rows after this id, up to a limit. @param which all rows, or only those without a
 * document, which is how a load leaves its rows. @returns the finished ids
 */
export async function indexCatalogueAfter(
  texts: TextWorkers,
  database: Database,
  kind: CatalogueKind,
  after: number,
  limit: number,
  which: "missing" | "all",
): Promise<number[]> {
  const table = catalogueTables[kind];
  const missing = which === "missing" ? sql`and search is null` : sql``;
  // The rows are locked, so a load that changes them waits, and then removes their documents again.
  const { rows } = (await database.execute(
    sql`select t.id, ${columns[kind]} from ${table} t join
      (select id from ${table} where id > ${after} ${missing} order by id limit ${limit} for update) as chosen on chosen.id = t.id
      order by t.id`,
  )) as unknown as { rows: Row[] };
  if (rows.length > 0) await writeDocuments(database, table, await documentsOf(texts, rows.map(textOf)));
  return rows.map(({ id }) => id);
}

const atOnce = 25;

/** Writes the documents of a load's rows after its transaction, in small transactions that block no readers. */
export async function indexCatalogue(texts: TextWorkers, database: Database): Promise<number> {
  let count = 0;
  for (const kind of catalogueKinds) {
    let after = 0;
    for (;;) {
      const done = await transact(database, (inside) =>
        indexCatalogueAfter(texts, inside, kind, after, atOnce, "missing"),
      );
      count += done.length;
      if (done.length < atOnce) break;
      after = done.at(-1) ?? after;
    }
  }
  return count;
}

/** Removes the documents of all rows about these products, because they contain product names. Call it after a load. */
export async function forgetAbout(database: Database, productIds: number[]): Promise<void> {
  const ids = sql`(select value::int from json_array_elements_text(${JSON.stringify(productIds)}::json))`;
  const links = {
    resources: sql`id in (select resource_id from resource_products where product_id in ${ids})`,
    notices: sql`number in (select notice_number from notice_products where product_id in ${ids})`,
    news: sql`id in (select news_id from news_products where product_id in ${ids})`,
    videos: sql`id in (select video_id from video_products where product_id in ${ids})`,
    courses: sql`id in (select course_id from course_products where product_id in ${ids})`,
  };
  for (const [kind, about] of Object.entries(links))
    await database.execute(
      sql`update ${catalogueTables[kind as CatalogueKind]} set search = null where ${about} and search is not null`,
    );
}
