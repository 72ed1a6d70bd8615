import { type ContentBody, contentBodies } from "contract/content/kinds/bodies";
import { writeFooter } from "../../../load/site/documents";
import { writeRedirects } from "../../../load/site/redirects";
import type { FieldProblems } from "../kind";
import { singleKind } from "./single-kind";

export const navigationKind = singleKind("navigation", { missing: async () => ({}), write: writeFooter });

/** Addresses that stand twice, and those that lead back to themselves. */
function wrongRedirects(body: ContentBody): FieldProblems {
  const { redirects } = contentBodies.redirects.draft.parse(body);
  const next = new Map(redirects.map(({ from, to }) => [from, to]));
  const problems: string[] = [];
  for (const [index, { from }] of redirects.entries()) {
    if (redirects.findIndex((other) => other.from === from) < index)
      problems.push(`第 ${index + 1} 行：${from} 写了两次`);
    const seen = new Set<string>();
    let at: string | undefined = from;
    while (at !== undefined && !seen.has(at)) {
      seen.add(at);
      at = next.get(at);
    }
    if (at === from) problems.push(`第 ${index + 1} 行：绕成了一圈：${[...seen, from].join(" → ")}`);
  }
  return problems.length > 0 ? { redirects: problems.slice(0, 5) } : {};
}

export const redirectsKind = singleKind("redirects", {
  missing: async (_, body) => wrongRedirects(body),
  write: writeRedirects,
});
