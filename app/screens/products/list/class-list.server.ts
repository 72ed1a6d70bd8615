import type { CallResponse } from "contract";
import { columnsMax, compareMax } from "contract/products/constants";
import { orWithout } from "~/failure/explain.server";
import { Refused } from "~/gateway-client/errors";
import type { Scope } from "~/request/scope.server";
import { type Listing, withoutFields } from "./filters";

export interface FilteredList {
  list: CallResponse<"productList">;
  /** The messages of invalid filters, by field; the list uses the other filters. */
  problems: Record<string, string[]>;
}

/** Loads a class's list. Invalid filters get messages by field, and the other filters still apply. */
export async function filteredList(
  scope: Pick<Scope, "gateway">,
  { id, filters: asked, order, columns, page }: Listing,
): Promise<FilteredList> {
  const request = { id, filters: asked, order, columns, page };
  try {
    return { list: await scope.gateway.call("productList", request), problems: {} };
  } catch (error) {
    if (!(error instanceof Refused) || error.code !== "INVALID_REQUEST" || !error.fields) throw error;
    const problems = error.fields;
    const names = Object.keys(problems);
    // A refusal of all filters names no single field, so the list uses none of them.
    const filters = problems.filters ? {} : withoutFields(asked, names);
    const isColumns = names.some((name) => name.startsWith("columns"));
    const right = { ...request, filters, order: problems.order ? "" : order };
    const list = await scope.gateway.call("productList", { ...right, columns: isColumns ? [] : columns });
    const known = isColumns ? knownColumns(list, columns).slice(0, columnsMax) : [];
    if (known.length === 0) return { list, problems };
    return { list: await scope.gateway.call("productList", { ...right, columns: known }), problems };
  }
}

/** Those of these columns that the class has. */
export const knownColumns = ({ allColumns }: CallResponse<"productList">, keys: string[]): string[] =>
  keys.filter((key) => allColumns.some((column) => column.key === key));

/** The products in the tray, in its order; those that are no more are left out. Only those of other pages are asked for. */
export async function trayOf(
  scope: Scope,
  { products }: CallResponse<"productList">,
  ids: number[],
): Promise<{ id: number; name: string }[]> {
  const others = ids.filter((id) => !products.some((product) => product.id === id));
  const halves = [others.slice(0, compareMax), others.slice(compareMax)].filter((half) => half.length > 0);
  const answers = await Promise.all(
    halves.map((half) =>
      orWithout(scope, scope.gateway.call("productCompare", { ids: half }), { products: [] }),
    ),
  );
  const names = new Map(
    [...products, ...answers.flatMap((answer) => answer.products)].map(({ id, name }) => [id, name]),
  );
  return ids.flatMap((id) => {
    const name = names.get(id);
    return name === undefined ? [] : [{ id, name }];
  });
}
