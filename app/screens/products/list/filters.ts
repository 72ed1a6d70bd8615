import { columnsMax, compareMax } from "contract/products/constants";
import type { ProductFacet } from "contract/products/shapes";
import { saidQuantity, unitChoices } from "contract/products/units";

/** The filters of a list, by their names in the address; each has all its values. */
export type Filters = Record<string, string[]>;

const plain = ["state", "kind", "package", "temperature"];
const isFilter = (name: string) => plain.includes(name) || name.startsWith("p.");

/** The filters of an address without the empty ones. */
export function readFilters(raw: URLSearchParams): Filters {
  const search = asAddress(raw);
  const filters: Filters = {};
  for (const name of new Set(search.keys())) {
    const values = search.getAll(name).filter((value) => value.trim() !== "");
    if (isFilter(name) && values.length > 0) filters[name] = values;
  }
  return filters;
}

const columnKey = /^[a-z][a-zA-Z0-9]{0,39}$/;
const productId = /^[1-9]\d{0,8}$/;
/** What an address may say in one field with commas, or in several fields, as a form sends it. */
const lists = ["columns", "compare"] as const;
const listOf = (search: URLSearchParams, name: (typeof lists)[number]) => [
  ...new Set(search.getAll(name).flatMap((value) => value.split(","))),
];

/** More than there may be, so that too many are refused with their message, and not cut. */
const columnsRead = 100;

/** What an address chooses as columns, right or wrong; empty for the class's own. */
export const readColumns = (search: URLSearchParams): string[] =>
  listOf(search, "columns")
    .filter((key) => key !== "")
    .slice(0, columnsRead);

/** Whether columns can be kept: a list may show so many, and they look like keys. */
export const areColumns = (keys: string[]): boolean =>
  keys.length <= columnsMax && keys.every((key) => columnKey.test(key));

/** The products that an address puts beside each other; a few more than can be compared, so that one can be replaced. */
export const readCompared = (search: URLSearchParams): number[] =>
  listOf(search, "compare")
    .filter((id) => productId.test(id))
    .slice(0, 2 * compareMax)
    .map(Number);

const unitField = /^(p\.[^.]+)\.unit$/;
const isList = (field: string) => (lists as readonly string[]).includes(field);
const isBare = (value: string) => /^[+-]?[\d.]+$/.test(value.normalize("NFKC").trim());

/**
 * Turns the fields of a form into an address: empty fields are left out, and a number without a unit gets the unit
 * chosen beside it; and what several fields list is one field.
 */
export function asAddress(search: URLSearchParams): URLSearchParams {
  const units = new Map<string, string>();
  for (const [field, value] of search) {
    const [, name] = unitField.exec(field) ?? [];
    if (name !== undefined) units.set(name, value.trim());
  }
  const joined = lists.flatMap((name) => {
    const values = listOf(search, name).filter((value) => value !== "");
    return values.length > 0 ? [[name, values.join(",")]] : [];
  });
  return new URLSearchParams([
    ...[...search].flatMap(([field, value]) => {
      if (value.trim() === "" || unitField.test(field) || isList(field)) return [];
      const unit = units.get(field.replace(/\.(?:min|max)$/, ""));
      return [[field, unit && isBare(value) ? `${value.trim()} ${unit}` : value]];
    }),
    ...joined,
  ]);
}

/** The values of a number's two fields, and their unit when both have the same. */
export function limitFields({ name, unit, units }: ProductFacet, filters: Filters) {
  const [bare = unit] = units;
  const limits = [`${name}.min`, `${name}.max`].map((field) => filters[field]?.[0] ?? "");
  const parts = limits.map((text) => /^([+-]?[\d.]+)\s*(\S*)$/.exec(text.trim()));
  const limitUnits = limits.flatMap((text, at) => (text === "" ? [] : [parts[at]?.[2] || bare]));
  const [chosen = bare] = limitUnits;
  const isOne =
    limitUnits.every((one) => one === chosen) &&
    (units.length === 0 || unitChoices(units, unit).includes(chosen));
  const [min = "", max = ""] = isOne ? limits.map((text, at) => parts[at]?.[1] ?? text) : limits;
  return { min, max, chosen: isOne ? chosen : bare };
}

/** A class's list as its address says it. */
export interface Listing {
  id: number;
  filters: Filters;
  order: string;
  /** The keys of the chosen columns. */
  columns: string[];
  /** The products in the tray. */
  compare: number[];
  page: number;
}

/** The fields of a list's address, for links and as hidden fields of forms. The first page is not in it. */
export function listFields({ id, filters, order, columns, compare, page }: Listing): [string, string][] {
  return [
    ["id", String(id)],
    ...Object.entries(filters).flatMap(([name, values]) =>
      values.map((value): [string, string] => [name, value]),
    ),
    ...(order === "" ? [] : ([["order", order]] as [string, string][])),
    ...(columns.length === 0 ? [] : ([["columns", columns.join(",")]] as [string, string][])),
    ...(compare.length === 0 ? [] : ([["compare", compare.join(",")]] as [string, string][])),
    ...(page <= 1 ? [] : ([["page", String(page)]] as [string, string][])),
  ];
}

/** The query string of a list. Commas stay as they are: `columns=a,b`. */
export const listSearch = (listing: Listing): string =>
  `?${new URLSearchParams(listFields(listing)).toString().replaceAll("%2C", ",")}`;

/** The names of a facet's form fields. */
export const fieldNames = ({ name, type }: Pick<ProductFacet, "name" | "type">): string[] =>
  type === "choice" || type === "yes" ? [name] : [`${name}.min`, `${name}.max`];

/** The filters without those of the named fields. */
export function withoutFields(filters: Filters, names: string[]): Filters {
  return Object.fromEntries(Object.entries(filters).filter(([name]) => !names.includes(name)));
}

/** The filters as texts, each with the filters that remain without it. */
export function askedFilters(facets: ProductFacet[], filters: Filters): { text: string; without: Filters }[] {
  return facets.flatMap((facet) => {
    const { title, choices } = facet;
    if (facet.type === "choice" || facet.type === "yes")
      return (filters[facet.name] ?? []).map((value) => ({
        text: `${title}：${choices.find((choice) => choice.value === value)?.name ?? value}`,
        without: {
          ...withoutFields(filters, [facet.name]),
          ...((filters[facet.name]?.length ?? 0) > 1
            ? { [facet.name]: (filters[facet.name] ?? []).filter((one) => one !== value) }
            : {}),
        },
      }));
    const [min, max] = fieldNames(facet).map((name) => {
      const typed = filters[name]?.[0];
      return typed === undefined ? undefined : saidQuantity(typed, facet.unit, facet.units[0]);
    });
    if (min === undefined && max === undefined) return [];
    const text =
      min === undefined
        ? `${title} ≤ ${max}`
        : max === undefined
          ? `${title} ≥ ${min}`
          : `${title} ${min} 到 ${max}`;
    return [{ text, without: withoutFields(filters, fieldNames(facet)) }];
  });
}
