import { type ContentBody, contentBodies } from "contract/content/kinds/bodies";
import type { Database } from "../../../../database/open";
import { writeFooter } from "../../../load/site/documents";
import { writeRedirects } from "../../../load/site/redirects";
import { isThere, ringsOfMoved } from "../../../pack/check/redirects";
import type { FieldProblems } from "../kind";
import { linkedKeys } from "./linked-keys";
import { servedFooter, servedRedirects } from "./served";
import { singleKind } from "./single-kind";

export const navigationKind = singleKind("navigation", {
  missing: async () => ({}),
  served: servedFooter,
  write: writeFooter,
});

/** Addresses that stand twice, those of content that is still there, and those that lead back to themselves. */
async function wrongRedirects(database: Database, body: ContentBody): Promise<FieldProblems> {
  const { redirects } = contentBodies.redirects.draft.parse(body);
  if (redirects.length === 0) return {};
  const keys = await linkedKeys(database);
  const seen = new Map<string, number>();
  const problems: string[] = [];
  for (const [index, { from }] of redirects.entries()) {
    const row = `第 ${index + 1} 行`;
    if (seen.has(from)) problems.push(`${row}：${from} 写了两次`);
    else seen.set(from, index);
    if (isThere(from, keys)) problems.push(`${row}：${from} 的内容还在，不会转走`);
  }
  for (const ring of ringsOfMoved(redirects)) {
    const [first = ""] = ring;
    problems.push(`第 ${(seen.get(first) ?? 0) + 1} 行：绕成了一圈：${[...ring, first].join(" → ")}`);
  }
  return problems.length > 0 ? { redirects: problems.slice(0, 5) } : {};
}

export const redirectsKind = singleKind("redirects", {
  missing: wrongRedirects,
  served: servedRedirects,
  write: writeRedirects,
});
