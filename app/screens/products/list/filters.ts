import type { ProductFacet } from "contract/products/shapes";
import { saidQuantity } from "contract/products/units";

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

const unitField = /^(p\.[^.]+)\.unit$/;
const isBare = (value: string) => /^[+-]?[\d.]+$/.test(value.normalize("NFKC").trim());

/**
 * Turns the fields of a form into an address: empty fields are left out, and a number without a unit gets the unit
 * chosen beside it.
 */
export function asAddress(search: URLSearchParams): URLSearchParams {
  const units = new Map<string, string>();
  for (const [field, value] of search) {
    const [, name] = unitField.exec(field) ?? [];
    if (name !== undefined) units.set(name, value.trim());
  }
  return new URLSearchParams(
    [...search].flatMap(([field, value]) => {
      if (value.trim() === "" || unitField.test(field)) return [];
      const unit = units.get(field.replace(/\.(?:min|max)$/, ""));
      return [[field, unit && isBare(value) ? `${value.trim()} ${unit}` : value]];
    }),
  );
}

/** The values of a number's two fields, and their unit when both have the same. */
export function limitFields({ name, unit, units }: ProductFacet, filters: Filters) {
  const [bare = unit] = units;
  const limits = [`${name}.min`, `${name}.max`].map((field) => filters[field]?.[0] ?? "");
  const parts = limits.map((text) => /^([+-]?[\d.]+)\s*(\S*)$/.exec(text.trim()));
  const limitUnits = limits.flatMap((text, at) => (text === "" ? [] : [parts[at]?.[2] || bare]));
  const [chosen = bare] = limitUnits;
  const isOne = limitUnits.every((one) => one === chosen) && (units.length === 0 || units.includes(chosen));
  const [min = "", max = ""] = isOne ? limits.map((text, at) => parts[at]?.[1] ?? text) : limits;
  return { min, max, chosen: isOne ? chosen : bare };
}

interface Listed {
  id: number;
  filters: Filters;
  order: string;
  page?: number;
}

/** The query string of a filtered list; it has a page only beyond the first. */
export function listSearch({ id, filters, order, page = 1 }: Listed): string {
  const search = new URLSearchParams({ id: String(id) });
  for (const [name, values] of Object.entries(filters))
    for (const value of values) search.append(name, value);
  if (order !== "") search.set("order", order);
  if (page > 1) search.set("page", String(page));
  return `?${search}`;
}

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
