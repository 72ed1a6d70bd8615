import type { CallResponse } from "contract";
import { Refused } from "~/gateway-client/errors";
import type { Scope } from "~/request/scope.server";
import { type Filters, withoutFields } from "./filters";

export interface FilteredList {
  list: CallResponse<"productList">;
  /** What is wrong with the filters, by field; the list is filtered by the others. */
  problems: Record<string, string[]>;
}

/** A class's list by its address: problems are shown by field, and the other filters still apply. */
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
    // A refusal of the whole is not of one field: then nothing of it filters.
    const filters = problems.filters ? {} : withoutFields(request.filters, names);
    const right = { ...request, filters, order: problems.order ? "" : request.order };
    return { list: await scope.gateway.call("productList", right), problems };
  }
}
