import { data } from "@remix-run/node";
import type { Failure } from "~/failure/failure";
import type { Scope } from "./scope.server";

/** Throws the 404 page, shown inside the shell. */
export function notFound(
  scope: Pick<Scope, "traceId">,
  message = "这个页面不存在，可能已被移动或删除",
): never {
  throw data<Failure>({ kind: "notFound", message, traceId: scope.traceId }, { status: 404 });
}
