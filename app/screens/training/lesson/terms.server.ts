import type { LessonDetail } from "contract/training/courses/calls";
import { escapeHtml } from "~/format/escape";

/** The id of a term's explanation on the page. */
const termId = (at: number) => `term-${at + 1}`;

/** The list of the terms that a text has, below it: where their links lead before scripts. */
function listOf(terms: LessonDetail["terms"], done: ReadonlySet<number>): string {
  const rows = terms.flatMap(({ term, text }, at) =>
    done.has(at)
      ? [`<div id="${termId(at)}"><dt>${escapeHtml(term)}</dt><dd>${escapeHtml(text)}</dd></div>`]
      : [],
  );
  return rows.length === 0
    ? ""
    : `<details><summary>本课的术语（${rows.length}）</summary><dl>${rows.join("")}</dl></details>`;
}

/** A tag of sanitised HTML; a sign of it may stand in an attribute's quotes. */
const tag = /<(?:"[^"]*"|'[^']*'|[^'">])*>/g;
/** What is inside of these is no running text, or a link already. */
const closed = new Set(["a", "code", "pre", "h1", "h2", "h3", "h4", "figcaption", "math", "svg"]);

const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** A spelling as it stands alone: Latin letters and digits beside it would make another word of it. */
function patternOf(spelling: string): RegExp {
  const escaped = literal(escapeHtml(spelling));
  const before = /^[A-Za-z0-9]/.test(spelling) ? "(?<![A-Za-z0-9])" : "";
  const after = /[A-Za-z0-9]$/.test(spelling) ? "(?![A-Za-z0-9])" : "";
  return new RegExp(before + escaped + after, "i");
}

/**
 * A lesson's text in which each term leads to its explanation where it first stands, with the list of explanations
 * below it.
 */
export function withTerms(html: string, terms: LessonDetail["terms"]): string {
  const waiting = terms.flatMap(({ term, also }, at) =>
    [term, ...also].map((spelling) => ({ at, length: spelling.length, pattern: patternOf(spelling) })),
  );
  // The longest spelling first: 星闪 SLE is not 星闪 and a rest.
  waiting.sort((one, other) => other.length - one.length);
  const done = new Set<number>();
  const marked = (text: string): string => {
    for (const { at, pattern } of waiting) {
      if (done.has(at)) continue;
      const found = pattern.exec(text);
      if (!found) continue;
      done.add(at);
      const end = found.index + found[0].length;
      const link = `<a href="#${termId(at)}">${found[0]}</a>`;
      return marked(text.slice(0, found.index)) + link + marked(text.slice(end));
    }
    return text;
  };
  const inside: string[] = [];
  let result = "";
  let last = 0;
  const add = (text: string) => {
    result += inside.length > 0 ? text : marked(text);
  };
  for (const match of html.matchAll(tag)) {
    add(html.slice(last, match.index));
    result += match[0];
    last = match.index + match[0].length;
    const [, slash = "", name = ""] = /^<(\/?)([a-z0-9]+)/i.exec(match[0]) ?? [];
    if (!closed.has(name.toLowerCase())) continue;
    if (slash === "") inside.push(name);
    else inside.pop();
  }
  add(html.slice(last));
  return result + listOf(terms, done);
}
