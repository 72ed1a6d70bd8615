import type { CallResponse } from "contract";
import { orWithout } from "~/failure/explain.server";
import { notFound } from "~/request/not-found.server";
import type { Scope } from "~/request/scope.server";
import { needOf, TooOften, throughLimit } from "../find-inside.server";
import type { Comparison } from "./changes";

type Detail = CallResponse<"resourceDetail">;

/** The pair of an address: without one of them the recommended version, and the one before the other. */
export interface ChosenPair {
  base?: number | undefined;
  to?: number | undefined;
  page: number;
}

/** The versions of a resource whose text can be compared, the newest first. */
export const comparable = ({ versions }: Pick<Detail, "versions">) =>
  versions.filter(({ text }) => text !== null).map(({ id, version }) => ({ id, version }));

/**
 * What changed from one version of a document to another. Null where there are no two versions of it. Throws a 404 for a
 * version that does not exist or was withdrawn.
 */
export async function askChanges(
  scope: Scope,
  detail: Detail,
  { page, ...chosen }: ChosenPair,
  signup: CallResponse<"devSignupInfo"> | null,
): Promise<(Comparison & { status: number }) | null> {
  const choices = comparable(detail);
  for (const id of [chosen.base, chosen.to])
    if (id !== undefined && !choices.some((each) => each.id === id))
      return notFound(scope, "没有这个版本，它可能已经撤下");
  if (choices.length < 2) return null;
  const beside = (at: number) => choices[at + 1] ?? choices[at - 1];
  const placeOf = (id: number) => choices.findIndex((each) => each.id === id);
  const recommended = choices.find(({ version }) => version === detail.version) ?? choices[0];
  const to =
    chosen.to ??
    (chosen.base !== undefined && chosen.base === recommended?.id
      ? beside(placeOf(chosen.base))?.id
      : recommended?.id) ??
    0;
  const from = chosen.base ?? beside(placeOf(to))?.id ?? 0;
  const comparison = {
    status: 200,
    choices,
    from,
    to,
    need: await needOf(scope, detail, signup),
    problem: null,
    answer: null,
  } satisfies Comparison & { status: number };
  if (from === to) return { ...comparison, status: 400, problem: "请选择两个不同的版本" };
  if (comparison.need !== null) return comparison;
  const call = scope.gateway.call("resourceChanges", {
    pk_rm_resource: detail.pk_rm_resource,
    from,
    to,
    page,
  });
  try {
    return { ...comparison, answer: await orWithout(scope, throughLimit(call), null) };
  } catch (error) {
    if (error instanceof TooOften) return { ...comparison, status: 429, problem: error.message };
    throw error;
  }
}
