import type { PartCard, PartHit } from "contract/search/parts";
import { sql } from "drizzle-orm";
import { productClasses, productParameters, productParts, products } from "../database/schema";
import { fileAddress } from "../files/storage/store";
import { datasheetsOf } from "../products/numbers/datasheets";
import type { NumberHit } from "../products/numbers/find-number";
import type { CallContext } from "../server/context";

/** The figures and orderable parts that a card shows. */
const [figuresMax, ordersMax] = [6, 4];

/** A hit as it is answered. */
export function toPartHit({ known, match }: NumberHit): PartHit {
  const { productId, name, kind, state, number, maker, how, note } = known;
  return {
    product: { id: productId, name, kind, state },
    match,
    number,
    reference: how === null ? null : { number, maker: maker ?? "", kind: how, note: note ?? "" },
    corrected: false,
  };
}

interface CardRow {
  summary: string;
  image: { name: string } | null;
  class: PartCard["class"];
  figures: PartCard["figures"];
  orders: PartCard["orders"];
}

/** A hit with what a person needs to decide: two statements. */
export async function partCardOf(context: CallContext, hit: NumberHit): Promise<PartCard> {
  const id = hit.known.productId;
  const card = sql`
    select p.summary, p.gallery -> 0 as image, json_build_object('id', c.id, 'name', c.name) as class,
      (select coalesce(json_agg(json_build_object('name', shown.name, 'value', shown.value)), '[]') from
        (select own.name, p.values -> own.key ->> 'shown' as value from ${productParameters} own
          where own.class_id = any(c.path) and own.compare and p.values ? own.key
          order by array_position(c.path, own.class_id), own.position limit ${figuresMax}) as shown) as figures,
      (select coalesce(json_agg(json_build_object('number', part.number, 'package', part.package,
          'temperature', part.temperature, 'buy', part.buy) order by part.position), '[]') from
        (select * from ${productParts} where product_id = p.id order by position limit ${ordersMax}) as part) as orders
    from ${products} p join ${productClasses} c on c.id = p.class_id where p.id = ${id}`;
  const [found, sheets] = await Promise.all([
    context.database.execute(card) as unknown as Promise<{ rows: CardRow[] }>,
    datasheetsOf(context, [id]),
  ]);
  const row = found.rows[0];
  return {
    ...toPartHit(hit),
    summary: row?.summary ?? "",
    image: row?.image ? fileAddress(row.image.name) : null,
    class: row?.class ?? null,
    figures: row?.figures ?? [],
    orders: row?.orders ?? [],
    datasheet: sheets.get(id) ?? null,
    others: hit.others.flatMap(({ productId, name, how, note }) =>
      how === null ? [] : [{ id: productId, name, how, note: note ?? "" }],
    ),
  };
}
