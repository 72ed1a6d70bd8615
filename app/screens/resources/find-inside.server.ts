import type { CallResponse } from "contract";
import { findText } from "contract/resources/calls";
import { orWithout } from "~/failure/explain.server";
import { Refused } from "~/gateway-client/errors";
import type { Scope } from "~/request/scope.server";
import type { Inside, InsideQuery } from "./find-inside";
import type { Need } from "./what-is-needed";

type Detail = CallResponse<"resourceDetail">;

/** Whether the visitor may read the text of the files: exactly who may download them. */
export async function needOf(
  scope: Scope,
  { access }: Detail,
  signup: CallResponse<"devSignupInfo"> | null,
): Promise<Need | null> {
  if (access === "open") return null;
  if (!(await scope.signedIn())) return access === "login" ? "login" : "login-disclaimer";
  if (access === "login") return null;
  if (!signup) return "unknown";
  return signup.disclaimerSigned ? null : "disclaimer";
}

/**
 * The search inside the documents of a resource: null where no version is a document. Without a chosen version it is in
 * the recommended one, or else in the newest that can be searched. What cannot be searched for gets a message, and stays as
 * typed.
 */
export async function askInside(
  scope: Scope,
  detail: Detail,
  query: InsideQuery,
  signup: CallResponse<"devSignupInfo"> | null,
): Promise<(Inside & { status: number }) | null> {
  const documents = detail.versions.filter(({ text }) => text !== null);
  const searchable = documents.filter(({ text }) => text?.state === "read" || text?.state === "cut");
  const chosen =
    documents.find(({ id }) => id === (query.read ?? query.in)) ??
    searchable.find(({ version }) => version === detail.version) ??
    searchable[0] ??
    documents[0];
  if (!chosen?.text) return null;
  const inside = {
    status: 200,
    find: query.find.slice(0, 500),
    version: chosen.id,
    state: chosen.text.state,
    choices: documents.map(({ id, version }) => ({ id, version })),
    need: await needOf(scope, detail, signup),
    problem: null,
    answer: null,
    reading: query.read === undefined ? null : query.at,
  } satisfies Inside & { status: number };
  if (query.find === "" || inside.need !== null) return inside;
  const parsed = findText.safeParse(query.find);
  if (!parsed.success)
    return { ...inside, status: 400, problem: parsed.error.issues[0]?.message ?? "填写的内容有误" };
  const call = scope.gateway.call("resourcePages", {
    version: chosen.id,
    text: parsed.data,
    page: query.foundPage,
  });
  try {
    return { ...inside, answer: await orWithout(scope, throughLimit(call), null) };
  } catch (error) {
    if (error instanceof TooOften) return { ...inside, status: 429, problem: error.message };
    throw error;
  }
}

/** After too many searches or comparisons the page says so and keeps what was chosen. */
export class TooOften extends Error {}

/** Turns the refusal after too many calls into the error that says so. */
export const throughLimit = <Value>(call: Promise<Value>): Promise<Value> =>
  call.catch((error: unknown) => {
    if (error instanceof Refused && error.status === 429) throw new TooOften(error.message);
    throw error;
  });
