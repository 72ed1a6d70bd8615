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

/** Those that a dialog reads besides. */
const within = ["version", "q"];

function withoutDialog({ pathname, searchParams }: URL): string {
  const rest = new URLSearchParams(searchParams);
  for (const name of [...topicDialogs, ...within]) rest.delete(name);
  return `${pathname}?${rest}`;
}

/**
 * A topic is not read again when a dialog is opened on it, or another one in its place: only when its own part of the
 * address is another, after something was done, and when the same address is asked for again.
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
