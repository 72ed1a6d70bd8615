import type { ShouldRevalidateFunctionArgs } from "@remix-run/react";

/** The queries of a topic's address that open a dialog. */
export const topicDialogs = [
  "remove",
  "report",
  "reported",
  "complain",
  "accept",
  "moderate",
  "history",
  "invite",
  "accomplish",
] as const;

/** Further queries that only dialogs read. */
const dialogQueries = ["version", "q"];

function withoutDialog({ pathname, searchParams }: URL): string {
  const queries = new URLSearchParams(searchParams);
  for (const name of [...topicDialogs, ...dialogQueries]) queries.delete(name);
  return `${pathname}?${queries}`;
}

/**
 * Whether the topic is loaded again. Opening or changing a dialog does not load it. A change of the topic's own part
 * of the address, an action, or a request for the same address does.
 */
export function unlessDialog({
  currentUrl,
  nextUrl,
  formMethod = "GET",
  actionStatus = 200,
}: Pick<ShouldRevalidateFunctionArgs, "currentUrl" | "nextUrl" | "formMethod" | "actionStatus">): boolean {
  if (actionStatus >= 400) return false;
  if (formMethod.toUpperCase() !== "GET" || currentUrl.href === nextUrl.href) return true;
  return withoutDialog(currentUrl) !== withoutDialog(nextUrl);
}
