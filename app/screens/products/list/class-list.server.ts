import type { CallResponse } from "contract";
import { compareMax } from "contract/products/constants";
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
    const right = {
      ...request,
      filters,
      order: problems.order ? "" : order,
      columns: names.some((name) => name.startsWith("columns")) ? [] : columns,
    };
    return { list: await scope.gateway.call("productList", right), problems };
  }
}

/** The products in the tray, in its order; those that are no more are left out. */
export async function comparedNames(
  scope: Pick<Scope, "gateway">,
  ids: number[],
): Promise<{ id: number; name: string }[]> {
  const halves = [ids.slice(0, compareMax), ids.slice(compareMax)].filter((half) => half.length > 0);
  const answers = await Promise.all(
    halves.map((half) => scope.gateway.call("productCompare", { ids: half })),
  );
  return answers.flatMap(({ products }) => products.map(({ id, name }) => ({ id, name })));
}
