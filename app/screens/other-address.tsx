import { notFound } from "~/request/not-found.server";
import { screenLoader } from "~/request/screen.server";

/** Every address that no route of its own serves: a 404 inside the shell. */
export const loader = screenLoader({}, async ({ scope }) => notFound(scope));

export default function OtherAddress() {
  return null;
}
