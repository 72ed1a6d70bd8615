import type { CallResponse } from "contract";
import { Refused } from "~/gateway-client/errors";
import type { Scope } from "~/request/scope.server";
import { type Filters, withoutFields } from "./filters";

export interface FilteredList {
  list: CallResponse<"productList">;
  /** The messages of invalid filters, by field; the list uses the other filters. */
  problems: Record<string, string[]>;
}

/** Loads a class's list. Invalid filters get messages by field, and the other filters still apply. */
export async function filteredList(
  scope: Pick<Scope, "gateway">,
  request: { id: number; filters: Filters; order: string; page: number },
): Promise<FilteredList> {
  try {
    return { list: await scope.gateway.call("productList", request), problems: {} };
  } catch (error) {
    if (!(error instanceof Refused) || error.code !== "INVALID_REQUEST" || !error.fields) throw error;
    const problems = error.fields;
    const names = Object.keys(problems);
    // A refusal of all filters names no single field, so the list uses none of them.
    const filters = problems.filters ? {} : withoutFields(request.filters, names);
    const right = { ...request, filters, order: problems.order ? "" : request.order };
    return { list: await scope.gateway.call("productList", right), problems };
  }
}
