import type { ProductState } from "contract/products/constants";
import type { ProductValue } from "../../database/tables/products";
import type { ParameterRow } from "../class-parameters";
import type { PartIndex } from "./parts";

/** The positions of the products by one column; those without a value come last in both directions. */
export interface ColumnOrder {
  up: Uint32Array;
  down: Uint32Array;
  without: Uint32Array;
}

/** The positions of all products. */
export const places = (size: number) => Uint32Array.from({ length: size }, (_, place) => place);

/** Products that can be bought come first, discontinued ones last. */
export const stateOrder: ProductState[] = ["production", "preview", "nrnd", "lastBuy", "discontinued"];

const names = new Intl.Collator("zh-CN", { numeric: true });

/** An order by values; equal ones keep the order of their positions in both directions. */
function orderBy<Value>(
  size: number,
  valueAt: (place: number) => Value | undefined,
  compare: (one: Value, other: Value) => number,
  downValueAt = valueAt,
): ColumnOrder {
  const valued = places(size).filter((place) => valueAt(place) !== undefined);
  const by = (read: typeof valueAt) => (one: number, other: number) =>
    compare(read(one) as Value, read(other) as Value);
  const down = by(downValueAt);
  return {
    up: valued.slice().sort(by(valueAt)),
    down: valued.slice().sort((one, other) => down(other, one)),
    without: places(size).filter((place) => valueAt(place) === undefined),
  };
}

const byNumber = (one: number, other: number) => one - other;

/** The order by a parameter: numbers by size, choices as the class lists them, texts by spelling. */
export function parameterOrder(
  values: (ProductValue | undefined)[],
  { type, choices }: Pick<ParameterRow, "type" | "choices">,
): ColumnOrder {
  const size = values.length;
  if (type === "number" || type === "range")
    return orderBy(
      size,
      (place) => values[place]?.low,
      byNumber,
      (place) => values[place]?.high,
    );
  if (type === "yes")
    return orderBy(size, (place) => (values[place] ? Number(!values[place].yes) : undefined), byNumber);
  if (type === "text") return orderBy(size, (place) => values[place]?.shown, names.compare);
  return orderBy(
    size,
    (place) => {
      const first = values[place]?.choices?.map((choice) => choices.indexOf(choice));
      return first === undefined || first.length === 0 ? undefined : Math.min(...first);
    },
    byNumber,
  );
}

/** The orders by the columns that every class has. */
export function ownOrders(
  rows: { name: string; state: ProductState }[],
  parts: PartIndex,
): Map<string, ColumnOrder> {
  const size = rows.length;
  const boxes = new Map<number, number>();
  parts.product.forEach((place, part) => {
    const box = parts.box[part] ?? 0;
    boxes.set(place, Math.min(boxes.get(place) ?? box, box));
  });
  return new Map([
    ["name", orderBy(size, (place) => rows[place]?.name, names.compare)],
    ["state", orderBy(size, (place) => stateOrder.indexOf(rows[place]?.state ?? "production"), byNumber)],
    ["package", orderBy(size, (place) => boxes.get(place), byNumber)],
  ]);
}
