import { notFound } from "~/request/not-found.server";
import { screenLoader } from "~/request/screen.server";

/** Every address without a route of its own: a 404 inside the shell. */
export const loader = screenLoader({}, async ({ scope }) => notFound(scope));

export default function OtherAddress() {
  return null;
}
