import type { CallResponse } from "contract";
import { id } from "contract/base/fields";
import type { Scope } from "~/request/scope.server";
import { readFilters } from "./filters";

/** The whole filtered list of an address with every parameter; null without a class. */
export async function wholeTable(
  scope: Pick<Scope, "gateway">,
  request: Request,
): Promise<CallResponse<"productTable"> | null> {
  const search = new URL(request.url).searchParams;
  const parsedId = id.safeParse(search.get("id") ?? undefined);
  if (!parsedId.success) return null;
  return scope.gateway.call("productTable", {
    id: parsedId.data,
    filters: readFilters(search),
    order: search.get("order") ?? "",
  });
}
