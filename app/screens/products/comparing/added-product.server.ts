import { searchText } from "contract/search/calls";
import { orWithout } from "~/failure/explain.server";
import { Refused } from "~/gateway-client/errors";
import type { Scope } from "~/request/scope.server";

/** What a typed number leads to: a product's id, or what to say beside the field with the products that it may mean. */
export interface Added {
  typed: string;
  id: number | null;
  problem: string;
  near: { id: number; name: string }[];
}

/** The product that a typed part number names, also by another maker's number or with one mistake. */
export async function addedProduct(scope: Scope, typed: string): Promise<Added> {
  const nothing = { typed: typed.slice(0, 200), id: null, near: [] };
  const text = searchText.safeParse(typed);
  if (!text.success) return { ...nothing, problem: text.error.issues[0]?.message ?? "型号有误" };
  const call = scope.publicGateway.call("searchSuggest", { text: text.data });
  // A failure costs only the adding: the comparison stays, with what was typed.
  const suggested = await orWithout(
    scope,
    call.catch((error: unknown) => {
      if (!(error instanceof Refused) || error.status !== 429) throw error;
      return error.message;
    }),
    "暂时查不到型号，请稍后再试",
  );
  if (typeof suggested === "string") return { ...nothing, problem: suggested };
  const { part, products, parts } = suggested;
  if (part) return { ...nothing, id: part.product.id, problem: "" };
  const near = products.map(({ id, name }) => ({ id, name }));
  const numbers = parts.map(({ number, productId }) => ({ id: productId, name: number }));
  const distinct = [...new Map([...numbers, ...near].map((one) => [one.id, one])).values()];
  const problem = distinct.length > 0 ? "有几个产品，选一个：" : `没有型号“${text.data}”`;
  return { ...nothing, problem, near: distinct };
}
