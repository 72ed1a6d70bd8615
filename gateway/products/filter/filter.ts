import type { CallRequest, CallResponse } from "contract";
import { cleanText } from "contract/base/fields";
import { formatQuantity, parseQuantity } from "contract/products/units";
import { Refusal } from "../../server/refusal";
import {
  addBit,
  allBits,
  type Bits,
  type Choice,
  countBits,
  countBoth,
  hasBit,
  inAll,
  inAny,
  noBits,
} from "./bits";
import { type ClassIndex, type Facet, isChoiceFacet, type NumberFacet } from "./class-index";
import { binsOf } from "./histogram";
import { packageBits, partBits, temperatureBits } from "./parts";

type Filters = CallRequest<"productList">["filters"];
type WireFacet = CallResponse<"productList">["facets"][number];

/** An active filter: the name of its facet, and the products that match. */
interface Criterion {
  name: string;
  title: string;
  bits: Bits;
}

/** A checked filter. Packages and temperatures, by position, belong together: one part must match both. */
export interface Filter {
  criteria: Criterion[];
  packages: number[];
  temperatures: number[];
}

/** The values of a field, without empty ones. */
const textsOf = (filters: Filters, name: string): string[] =>
  Object.hasOwn(filters, name)
    ? [...new Set((filters[name] ?? []).map((text) => cleanText(text).trim()).filter((text) => text !== ""))]
    : [];

/**
 * The products whose values match. A number must lie within the limits. A range must include both limits, or the only
 * one given: a search for a 3.3 V supply finds parts that work with it.
 */
function numberBits(facet: NumberFacet, min: number | null, max: number | null): Bits {
  const bits = noBits(facet.low.length);
  const [from, to] = facet.type === "range" ? [min ?? max, max ?? min] : [min, max];
  for (let place = 0; place < facet.low.length; place++) {
    const low = facet.low[place] ?? Number.NaN;
    const high = facet.high[place] ?? Number.NaN;
    const fits =
      facet.type === "range"
        ? low <= (from ?? 0) && high >= (to ?? 0)
        : low >= (from ?? Number.NEGATIVE_INFINITY) && low <= (to ?? Number.POSITIVE_INFINITY);
    if (fits) addBit(bits, place);
  }
  return bits;
}

type Problems = Record<string, string[]>;

function choicesIn<Known extends Pick<Choice, "value">>(
  filters: Filters,
  name: string,
  choices: Known[],
  problems: Problems,
): Known[] {
  return textsOf(filters, name).flatMap((text) => {
    const choice = choices.find(({ value }) => value === text);
    if (!choice) problems[name] = [...(problems[name] ?? []), `没有选项“${text.slice(0, 40)}”`];
    return choice ?? [];
  });
}

function limit(
  filters: Filters,
  name: string,
  { unit, units }: NumberFacet,
  problems: Problems,
): number | null {
  const [text] = textsOf(filters, name);
  if (text === undefined) return null;
  // A number without a unit has the displayed unit.
  const [bare = unit] = units;
  const value = parseQuantity(text, unit, bare);
  if (value === null) problems[name] = [unit ? `请填数值，如 5 ${bare}，不写单位就是 ${bare}` : "请填数值"];
  return value;
}

function askedOf(facet: Facet, filters: Filters, size: number, problems: Problems): Criterion | null {
  const { name, title } = facet;
  if (isChoiceFacet(facet)) {
    const choices = choicesIn(filters, name, facet.choices, problems);
    return choices.length === 0
      ? null
      : {
          name,
          title,
          bits: inAny(
            size,
            choices.map(({ bits }) => bits),
          ),
        };
  }
  const min = limit(filters, `${name}.min`, facet, problems);
  const max = limit(filters, `${name}.max`, facet, problems);
  if (min !== null && max !== null && min > max) problems[`${name}.max`] = ["应不小于前面的数值"];
  return min === null && max === null ? null : { name, title, bits: numberBits(facet, min, max) };
}

/** Parses the filters. Throws INVALID_REQUEST with the problem of each field. */
export function readFilter(index: ClassIndex, filters: Filters): Filter {
  const problems: Problems = {};
  const names = new Set(["package", "temperature"]);
  const criteria = index.facets.flatMap((facet) => {
    for (const ending of isChoiceFacet(facet) ? [""] : [".min", ".max"]) names.add(facet.name + ending);
    return askedOf(facet, filters, index.ids.length, problems) ?? [];
  });
  const { packages, temperatures } = index.parts;
  const boxes = choicesIn(filters, "package", packages, problems);
  const ranges = choicesIn(filters, "temperature", temperatures, problems);
  for (const name of Object.keys(filters))
    if (!names.has(name) && textsOf(filters, name).length > 0) problems[name] = ["这个分类没有这个条件"];
  if (Object.keys(problems).length > 0) throw new Refusal("INVALID_REQUEST", problems);
  return {
    criteria,
    packages: boxes.map((choice) => packages.indexOf(choice)),
    temperatures: ranges.map((choice) => temperatures.indexOf(choice)),
  };
}

const rangesOf = ({ parts }: ClassIndex, places: number[]) =>
  places.flatMap((place) => parts.temperatures[place] ?? []);

/** The products that match the filters on parts; null without such filters. */
function partsLeft(index: ClassIndex, { packages, temperatures }: Pick<Filter, "packages" | "temperatures">) {
  if (packages.length === 0 && temperatures.length === 0) return null;
  return partBits(index.parts, packages, rangesOf(index, temperatures));
}

/** The products that match all filters. */
export function leftBy(index: ClassIndex, filter: Filter): Bits {
  const parts = partsLeft(index, filter);
  return inAll(
    allBits(index.ids.length),
    ...filter.criteria.map(({ bits }) => bits),
    ...(parts ? [parts] : []),
  );
}

const choiceCounts = (choices: Choice[], remaining: Bits, sets?: Bits[]): WireFacet["choices"] =>
  choices.map(({ value, name, bits }, place) => ({
    value,
    name,
    count: countBoth(remaining, sets?.[place] ?? bits),
  }));

/** The first value in an order among the matching products; null if there is none. */
function firstLeft(numbers: Float64Array, order: Iterable<number>, firstRemaining: Bits): number | null {
  for (const place of order)
    if (hasBit(firstRemaining, place) && !Number.isNaN(numbers[place])) return numbers[place] ?? null;
  return null;
}

function* backwards(order: Uint32Array): Generator<number> {
  for (let at = order.length - 1; at >= 0; at--) yield order[at] ?? 0;
}

/**
 * The facets of a class. Each choice has the number of products that the other filters leave, so no choice leads to an
 * empty list.
 */
export function facetsOf(index: ClassIndex, filter: Filter, remaining: Bits): WireFacet[] {
  const size = index.ids.length;
  /** The products that match all filters except the one of this facet. */
  const leftByOthers = (name: string) => {
    if (name === "package" || name === "temperature")
      return inAll(allBits(size), ...filter.criteria.map(({ bits }) => bits));
    if (!filter.criteria.some((one) => one.name === name)) return remaining;
    return leftBy(index, { ...filter, criteria: filter.criteria.filter((one) => one.name !== name) });
  };
  const facets = index.facets.map((facet): WireFacet => {
    const others = leftByOthers(facet.name);
    const { name, title, unit, units, type } = facet;
    const empty = { name, title, unit, units, type, choices: [], low: null, high: null, bins: [] };
    if (isChoiceFacet(facet)) return { ...empty, choices: choiceCounts(facet.choices, others) };
    const [low, high] = [
      firstLeft(facet.low, facet.byLow, others),
      firstLeft(facet.high, backwards(facet.byHigh), others),
    ].map((value) => (value === null ? null : formatQuantity(value, unit)));
    return { ...empty, low: low ?? null, high: high ?? null, bins: binsOf(facet, others, remaining) };
  });
  const { parts } = index;
  const partFacet = (name: string, title: string, choices: Choice[], sets: Bits[]): WireFacet => ({
    name,
    title,
    unit: "",
    units: [],
    type: "choice",
    low: null,
    high: null,
    bins: [],
    choices: choiceCounts(choices, leftByOthers(name), sets),
  });
  const boxes = packageBits(parts, rangesOf(index, filter.temperatures));
  const ranges = temperatureBits(parts, filter.packages);
  facets.splice(
    2,
    0,
    partFacet("package", "封装", parts.packages, boxes),
    partFacet("temperature", "工作温度", parts.temperatures, ranges),
  );
  // A facet with only one choice does not distinguish anything, so it is left out.
  return facets.filter(({ name, type, choices, low }) =>
    type === "choice" || type === "yes"
      ? choices.filter(({ count }) => count > 0).length > (type === "yes" ? 0 : 1) || isAsked(filter, name)
      : low !== null || isAsked(filter, name),
  );
}

const isAsked = ({ criteria: list, packages, temperatures }: Filter, name: string) =>
  name === "package"
    ? packages.length > 0
    : name === "temperature"
      ? temperatures.length > 0
      : list.some((one) => one.name === name);

/** For each filter, how many products would match without it: the ways out of an empty list. */
export function withoutEach(index: ClassIndex, filter: Filter): CallResponse<"productList">["without"] {
  const ways = filter.criteria.map(({ name, title }) => ({
    name,
    title,
    total: countBits(
      leftBy(index, { ...filter, criteria: filter.criteria.filter((one) => one.name !== name) }),
    ),
  }));
  if (filter.packages.length > 0)
    ways.push({
      name: "package",
      title: "封装",
      total: countBits(leftBy(index, { ...filter, packages: [] })),
    });
  if (filter.temperatures.length > 0)
    ways.push({
      name: "temperature",
      title: "工作温度",
      total: countBits(leftBy(index, { ...filter, temperatures: [] })),
    });
  return ways.filter(({ total }) => total > 0);
}

/** The matching positions in the requested order. Throws INVALID_REQUEST for an order that the class has not. */
export function inOrder(index: ClassIndex, remaining: Bits, order: string): number[] {
  const remain = (some: Uint32Array) => [...some].filter((place) => hasBit(remaining, place));
  if (order === "" || order === "new") return remain(index.orders[order]);
  const column = index.columns.get(order.replace(/^-/, ""));
  if (!column) throw new Refusal("INVALID_REQUEST", { order: ["没有这种排序"] });
  return [...remain(order.startsWith("-") ? column.down : column.up), ...remain(column.without)];
}
