import type { CallResponse } from "contract";
import type { ContentState } from "contract/content/transitions";
import { eq, sql } from "drizzle-orm";
import { likeContaining } from "../../database/like";
import { pageOf } from "../../database/pages";
import { contentPieces, contentVersions, productClasses, products } from "../../database/schema";
import type { ProductValue } from "../../database/tables/products";
import type { CallContext } from "../../server/context";
import { Refusal } from "../../server/refusal";
import { parametersOfClass } from "../editing/kinds/product-classes";
import { editedCondition } from "../editing/may-edit";
import { cellText } from "./reading/cells";
import type { ProductParameters } from "./reading/table";

interface Row {
  key: string;
  title: string;
  state: ContentState;
  version: number;
  published_version: number;
  publish_at: string | null;
  fingerprint: string | null;
  params: Record<string, unknown> | null;
  values: Record<string, ProductValue> | null;
}

interface Asked {
  class: number;
  /** A part of the products' names, or a number. */
  text?: string;
  /** Only these products. */
  keys?: string[];
  part?: { page: number; size: number };
}

/** How many characters of a pack's fingerprint name what stands. */
const fingerprintLength = 16;
export const packBase = (fingerprint: string) => `p${fingerprint.slice(0, fingerprintLength)}`;

const textsOf = (parameters: ProductParameters, { params, values }: Pick<Row, "params" | "values">) =>
  Object.fromEntries(
    parameters.flatMap(({ key }) => {
      const text = params ? cellText(params[key]) : (values?.[key]?.shown ?? "");
      return text === "" ? [] : [[key, text]];
    }),
  );

/** The parameters of a class by their order, and its name. Throws CONTENT_NOT_FOUND. */
async function classOf({ database }: Pick<CallContext, "database">, id: number) {
  const [row] = await database
    .select({ name: productClasses.name })
    .from(productClasses)
    .where(eq(productClasses.id, id));
  if (!row) throw new Refusal("CONTENT_NOT_FOUND");
  const parameters = [...(await parametersOfClass(database, id)).values()].map(
    ({ key, name, unit, type, choices }) => ({ key, name, unit, type, choices }),
  );
  return { name: row.name, parameters };
}

/**
 * The products of a class and of those beneath it that the caller may edit and that were not taken down, in their newest
 * versions. Throws CONTENT_NOT_FOUND for a class that is not there.
 */
export async function standingTable(
  context: CallContext,
  { class: id, text = "", keys, part }: Asked,
): Promise<CallResponse<"contentTable">> {
  const { database } = context;
  const { name, parameters } = await classOf(context, id);
  const beneath = sql`(select ${productClasses.id} from ${productClasses} where ${id} = any(${productClasses.path}))`;
  const matches = sql.join(
    [
      sql`pieces.class_id in ${beneath}`,
      sql`pieces.state <> 'withdrawn'`,
      await editedCondition(context, "products", { key: sql`pieces.key`, version: sql`pieces.version` }),
      ...(text === "" ? [] : [sql`(pieces.title ilike ${likeContaining(text)} or pieces.key = ${text})`]),
      ...(keys === undefined ? [] : [sql`pieces.key = any(${sql.param(keys)}::text[])`]),
    ],
    sql` and `,
  );
  const pieces = sql`(select coalesce(own.key, standing.id::text) as key, coalesce(own.title, standing.name) as title,
      coalesce(own.state, case when standing.delisted_at is null then 'published' else 'withdrawn' end) as state,
      coalesce(own.version, 0) as version, coalesce(own.published_version, 0) as published_version,
      to_char(own.publish_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as publish_at,
      standing.fingerprint, coalesce((newest.body ->> 'class')::int, standing.class_id) as class_id,
      case when own.key is null then null else coalesce(newest.body -> 'params', '{}'::jsonb) end as params,
      standing."values"
    from ${products} as standing
    full join (select * from ${contentPieces} where ${contentPieces.kind} = 'products') as own on own.key = standing.id::text
    left join ${contentVersions} as newest
      on newest.kind = 'products' and newest.key = own.key and newest.version = own.version) as pieces`;
  const counted = (await database.execute(
    sql`select count(*)::int as total from ${pieces} where ${matches}`,
  )) as unknown as { rows: [{ total: number }] };
  const { total } = counted.rows[0];
  const { offset, page, pages } = pageOf(total, part?.page ?? 1, part?.size ?? Math.max(1, total));
  const limited = part ? sql`limit ${part.size} offset ${offset}` : sql``;
  const { rows } = (await database.execute(
    sql`select * from ${pieces} where ${matches} order by title, length(key), key ${limited}`,
  )) as unknown as { rows: Row[] };
  return {
    name,
    parameters,
    products: rows.map((row) => ({
      key: row.key,
      title: row.title,
      state: row.state,
      drafted: row.state === "published" && row.version > row.published_version,
      publishAt: row.publish_at ?? "",
      base: row.version > 0 ? `v${row.version}` : packBase(row.fingerprint ?? ""),
      values: textsOf(parameters, row),
    })),
    page,
    pages,
    total,
  };
}
