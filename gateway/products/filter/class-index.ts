import { setTimeout } from "node:timers/promises";
import { logWarning } from "contract/base/log";
import { productKinds, productStates } from "contract/products/constants";
import { shownUnitsOf } from "contract/products/units";
import { and, asc, gt, inArray, isNull, sql } from "drizzle-orm";
import type { Database } from "../../database/open";
import { productClasses, productParts, products } from "../../database/schema";
import { answersOf, keep } from "../../server/answers";
import type { Services } from "../../server/context";
import { type ClassRow, classOf, type ParameterRow, parametersOn } from "../class-parameters";
import { contentRevision } from "../revision";
import { addBit, type Choice, noBits } from "./bits";
import { type ColumnOrder, ownOrders, parameterOrder, places, stateOrder } from "./orders";
import { type Part, type PartIndex, partIndex } from "./parts";

interface NamedEntry {
  name: string;
  title: string;
  unit: string;
  /** The units in which its numbers are displayed (shownUnitsOf). */
  units: string[];
}
interface ChoiceFacet extends NamedEntry {
  type: "choice" | "yes";
  choices: Choice[];
}
/**
 * A filter for numbers: the limits by position, NaN for a product without a value; and the positions sorted by each
 * limit.
 */
export interface NumberFacet extends NamedEntry {
  type: "number" | "range";
  low: Float64Array;
  high: Float64Array;
  byLow: Uint32Array;
  byHigh: Uint32Array;
}
/** The filters of a class, with the data that they need. */
export type Facet = ChoiceFacet | NumberFacet;

export const isChoiceFacet = (facet: Facet): facet is ChoiceFacet =>
  facet.type === "choice" || facet.type === "yes";

/** The listed products of a class and its subclasses, by position, prepared for filtering. */
export interface ClassIndex {
  row: ClassRow;
  /** Each with its display units. */
  parameters: (ParameterRow & { units: string[] })[];
  ids: Int32Array;
  facets: Facet[];
  parts: PartIndex;
  /** The positions in the orders that every class has. */
  orders: Record<"" | "new", Uint32Array>;
  /** The positions by each column: `name`, `state`, `package`, and `p.{key}`. */
  columns: Map<string, ColumnOrder>;
}

/** How many products are read at a time; other work can run in between. */
const chunk = 500;

type ProductValues = Pick<
  typeof products.$inferSelect,
  "id" | "name" | "kind" | "state" | "since" | "values"
>;

async function readProducts(database: Database, classIds: number[]): Promise<ProductValues[]> {
  const all: ProductValues[] = [];
  const { id, name, kind, state, since, values } = products;
  for (let last = 0; ; last = all.at(-1)?.id ?? 0) {
    const rows = await database
      .select({ id, name, kind, state, since, values })
      .from(products)
      .where(and(inArray(products.classId, classIds), isNull(products.delistedAt), gt(products.id, last)))
      .orderBy(asc(products.id))
      .limit(chunk);
    all.push(...rows);
    if (rows.length < chunk) return all;
    await new Promise(setImmediate);
  }
}

async function readParts(database: Database, ids: number[]): Promise<Part[]> {
  const all: Part[] = [];
  const { productId, temperatureLow, temperatureHigh, package: box } = productParts;
  for (let at = 0; at < ids.length; at += chunk) {
    const rows = await database
      .select({ productId, package: box, low: temperatureLow, high: temperatureHigh })
      .from(productParts)
      .where(inArray(productParts.productId, ids.slice(at, at + chunk)));
    all.push(...rows);
    await new Promise(setImmediate);
  }
  return all;
}

/** Products without a value come last; equal ones keep the order of their positions. */
const byNumber = (numbers: Float64Array) =>
  places(numbers.length).sort((one, other) => {
    const [a = Number.NaN, b = Number.NaN] = [numbers[one], numbers[other]];
    if (Number.isNaN(a) || Number.isNaN(b)) return Number(Number.isNaN(a)) - Number(Number.isNaN(b));
    return a - b;
  });

function codeFacet(
  {
    name,
    title,
    choices,
  }: { name: "state" | "kind"; title: string; choices: readonly { code: string; name: string }[] },
  rows: ProductValues[],
): Facet {
  const sets = new Map(choices.map(({ code }) => [code, noBits(rows.length)]));
  rows.forEach((row, place) => {
    const set = sets.get(row[name]);
    if (set) addBit(set, place);
  });
  return {
    name,
    title,
    unit: "",
    units: [],
    type: "choice",
    choices: choices.map(({ code, name: label }) => ({
      value: code,
      name: label,
      bits: sets.get(code) ?? noBits(rows.length),
    })),
  };
}

const unitsIn = (rows: ProductValues[], key: string, unit: string) =>
  shownUnitsOf(
    rows.flatMap(({ values }) => values[key]?.shown ?? []),
    unit,
  );

function parameterFacet(
  { key, name: title, unit, type, choices }: ParameterRow,
  rows: ProductValues[],
): Facet | null {
  const name = `p.${key}`;
  if (type === "text") return null;
  if (type === "number" || type === "range") {
    const low = new Float64Array(rows.length).fill(Number.NaN);
    const high = new Float64Array(rows.length).fill(Number.NaN);
    rows.forEach(({ values }, place) => {
      low[place] = values[key]?.low ?? Number.NaN;
      high[place] = values[key]?.high ?? Number.NaN;
    });
    const units = unitsIn(rows, key, unit);
    return { name, title, unit, units, type, low, high, byLow: byNumber(low), byHigh: byNumber(high) };
  }
  const choiceRows: Choice[] =
    type === "yes"
      ? [{ value: "1", name: "支持", bits: noBits(rows.length) }]
      : choices.map((value) => ({ value, name: value, bits: noBits(rows.length) }));
  const byValue = new Map(choiceRows.map((choice) => [choice.value, choice]));
  rows.forEach(({ values }, place) => {
    const value = values[key];
    for (const chosenValue of type === "yes" ? (value?.yes ? ["1"] : []) : (value?.choices ?? [])) {
      const choice = byValue.get(chosenValue);
      if (choice) addBit(choice.bits, place);
    }
  });
  return { name, title, unit: "", units: [], type, choices: choiceRows };
}

function ordersOf(rows: ProductValues[]): ClassIndex["orders"] {
  const at = (place: number) => rows[place] as ProductValues;
  const newest = (one: number, other: number) =>
    at(other).since.localeCompare(at(one).since) || at(one).id - at(other).id;
  return {
    "": places(rows.length).sort(
      (one, other) =>
        stateOrder.indexOf(at(one).state) - stateOrder.indexOf(at(other).state) || newest(one, other),
    ),
    new: places(rows.length).sort(newest),
  };
}

async function build(database: Database, classId: number): Promise<ClassIndex> {
  const row = await classOf(database, classId);
  const beneath = await database
    .select({ id: productClasses.id })
    .from(productClasses)
    .where(sql`${classId} = any(${productClasses.path})`);
  const parameters = await parametersOn(database, row.path);
  const rows = await readProducts(
    database,
    beneath.map(({ id }) => id),
  );
  const ids = rows.map(({ id }) => id);
  const facets: Facet[] = [
    codeFacet({ name: "state", title: "状态", choices: productStates }, rows),
    codeFacet({ name: "kind", title: "种类", choices: productKinds }, rows),
  ];
  for (const parameter of parameters) {
    const facet = parameter.filter ? parameterFacet(parameter, rows) : null;
    if (facet) facets.push(facet);
    await new Promise(setImmediate);
  }
  const parts = partIndex(await readParts(database, ids), ids);
  const columns = ownOrders(rows, parts);
  for (const parameter of parameters) {
    columns.set(
      `p.${parameter.key}`,
      parameterOrder(
        rows.map(({ values }) => values[parameter.key]),
        parameter,
      ),
    );
    await new Promise(setImmediate);
  }
  const views = parameters.map((parameter) => ({
    ...parameter,
    units: unitsIn(rows, parameter.key, parameter.type === "text" ? "" : parameter.unit),
  }));
  return {
    row,
    parameters: views,
    ids: Int32Array.from(ids),
    facets,
    parts,
    columns,
    orders: ordersOf(rows),
  };
}

/** The cached index is valid as long as its revision. */
const keptSeconds = 86_400;
/** How many milliseconds a request waits for a new index: a withdrawn product leaves the lists at once. */
const waitMost = 1_000;

/**
 * The index of a class, built once for each revision of the content. While that of a large class is built, the old one
 * is used by requests that waited for a moment; only the first of all waits for the whole of it.
 */
export async function classIndex(
  services: Pick<Services, "database" | "now">,
  classId: number,
): Promise<ClassIndex> {
  const { database } = services;
  const key = ["class index", classId] as const;
  const version = await contentRevision(services);
  const before = answersOf(database).last<ClassIndex>(key);
  // No `sizeOf`: the index of a large class would evict all other answers, and there is only one for each class.
  const current = keep(services, key, { seconds: keptSeconds, version }, async () => {
    try {
      return await build(database, classId);
    } catch (error) {
      // A class that does not exist, or was taken down by a load, is not cached.
      if (before) logWarning(`[网关] 产品分类 ${classId} 的筛选索引没有更新：`, error);
      throw error;
    }
  });
  if (!before) return current;
  const waiting = new AbortController();
  const soon = await Promise.race([
    current.catch(() => undefined),
    setTimeout(waitMost, undefined, { ref: false, signal: waiting.signal }).catch(() => undefined),
  ]);
  waiting.abort();
  return soon ?? answersOf(database).last<ClassIndex>(key) ?? current;
}
