import type { Aside } from "~/failure/aside";
import type { Scope } from "./scope.server";

/** Whether a loader returned the result of `data()`, with a status. */
const isWithInit = (result: unknown): result is { type: "DataWithResponseInit"; data: unknown } =>
  typeof result === "object" && result !== null && "type" in result && result.type === "DataWithResponseInit";

/**
 * Adds to a loader's data that parts of the page are missing, or that a call asked to sign in (`Asides` shows both).
 * Returns the data unchanged when there is nothing to add.
 */
export function withAside<Result>(scope: Scope, result: Result): Result & Aside {
  const aside: Aside = {
    ...(scope.page.leftOut ? { leftOut: scope.traceId } : {}),
    ...(scope.page.asksLogin && !scope.forms.shownAgain ? { asksLogin: true } : {}),
    ...(scope.page.withheld ? { withheld: true } : {}),
  };
  if (Object.keys(aside).length === 0) return result as Result & Aside;
  if (isWithInit(result)) return { ...result, data: withAside(scope, result.data) };
  const isPlain = typeof result === "object" && result !== null && !(result instanceof Response);
  return (isPlain ? { ...result, ...aside } : (result ?? aside)) as Result & Aside;
}
