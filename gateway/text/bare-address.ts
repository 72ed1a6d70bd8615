import { createRequire } from "node:module";

/** The maximal length of an address. A longer one ends here. */
const addressMaximum = 2_048;

/** The package is a JSON file, which ES modules do not import without an attribute. */
const tlds: string[] = createRequire(import.meta.url)("tlds");

/**
 * The top-level domains in other scripts than Latin (`中国`, `公司`, `한국`), the longest first. Chinese has no blanks, so
 * only this list tells where such a host ends and the sentence continues.
 */
const wideEndings = tlds
  .filter((tld) => /[^\p{ASCII}]/u.test(tld))
  .sort((one, other) => other.length - one.length);

const label = String.raw`[a-z\d\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}_-]`;
const anyLabel = String.raw`[\p{L}\p{M}\p{N}_-]`;
/** `example.com`, `nas`, `192.168.1.1`, `[::1]`: a name ends where another script begins. */
const narrowHost = new RegExp(String.raw`^(?:\[[\da-f:.]{2,45}\]|${label}+(?:\.${label}+)*)`, "iu");
/** `例子.中国`, `例子.com`: a name in any script ends after the first known ending. */
const wideHost = new RegExp(
  String.raw`^(?:${anyLabel}{1,63}\.){1,10}?(?:${wideEndings.join("|")}|[a-z]{2,24}(?![a-z\d-]))`,
  "iu",
);
const scheme = /^(?:https?:\/\/|(?=www\.))/i;
const person = /^[\w.~%!$&+=:-]{1,80}@/;
const port = /^:\d{1,5}(?!\d)/;
const otherAddress = /^[,;]?https?:\/\//i;
const reference = /&[a-z][a-z\d]{1,30};$/i;

/**
 * Whether a host name is possible: it ends in a letter, digit or bracket, and its last two parts have no underscore.
 */
const isHost = (host: string) =>
  /[\p{L}\p{M}\p{N}\]]$/u.test(host) && !host.split(".").slice(-2).join(".").includes("_");

/** The host at the beginning of the text; empty without one. */
function hostOf(text: string): string {
  const narrow = narrowHost.exec(text)?.[0] ?? "";
  const wide = wideHost.exec(text)?.[0] ?? "";
  const rest = text.slice(narrow.length);
  // A complete name (`example.com`) ends where Chinese begins, but `docs.` before `例子.中国` is not complete.
  const whole = narrow.includes(".") && !/^\.\p{L}/u.test(rest);
  const cut = !whole && /^\.?\p{L}/u.test(rest);
  return !narrow || (cut && wide.length > narrow.length) ? wide : narrow;
}

/**
 * Whether a character may stand in a typed path: those of RFC 3986, and letters of scripts that are written
 * like Latin. Everything else (Chinese, its punctuation, signs, emoji) ends the address. Wide letters (`ａ`)
 * count as Latin by their script but not by their form.
 */
function inPath(character: string): boolean {
  if (/[\w\-.~:/?#@!$&'()+,;=%[\]]/.test(character)) return true;
  return (
    /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]/u.test(character) &&
    character.normalize("NFKC") === character
  );
}

/**
 * The length of a path: it ends before the first character that no path has, before a mark of Markdown, and before an
 * unmatched closing bracket.
 */
function pathLength(text: string): number {
  let round = 0;
  let square = 0;
  let at = 0;
  for (const character of text) {
    if (!inPath(character) || text.startsWith("~~", at) || otherAddress.test(text.slice(at, at + 9))) {
      // `/web/2020/https://…` is an address in an address.
      if (!otherAddress.test(text.slice(at, at + 9)) || text[at - 1] !== "/") break;
    }
    if (character === "'" && !/^[a-z\d]/i.test(text.slice(at + 1))) break;
    if (character === "(") round += 1;
    if (character === "[") square += 1;
    if (character === ")" && --round < 0) break;
    if (character === "]" && --square < 0) break;
    at += character.length;
  }
  return at;
}

/** Removes characters that end a sentence and not an address: `.`, `?`, `_`, an opening bracket, `&gt;`. */
function withoutTrail(path: string): string {
  for (let rest = path; ; ) {
    const shorter = rest.replace(/[.,:;!?'_~&#([]$/, "");
    const next = rest.endsWith(";") ? rest.replace(reference, "") : shorter;
    if (next === rest) {
      if (shorter === rest) return rest;
      rest = shorter;
    } else rest = next;
  }
}

/**
 * How long the address is that a text begins with (`http://…`, `https://…`, `www.…`), in UTF-16 units; 0 where it
 * begins with none. It ends before what cannot be part of one: `**`, `~~`, `"`, a bracket that it did not open,
 * Chinese and its punctuation, emoji.
 */
export function addressLength(whole: string): number {
  const text = whole.slice(0, addressMaximum);
  const prefix = scheme.exec(text)?.[0];
  if (prefix === undefined) return 0;
  const localPart = prefix ? (person.exec(text.slice(prefix.length))?.[0] ?? "") : "";
  let at = prefix.length + localPart.length;
  const host = hostOf(text.slice(at)).replace(/[._-]+$/, "");
  if (!isHost(host) || !(prefix || host.includes("."))) return 0;
  at += host.length;
  at += port.exec(text.slice(at))?.[0].length ?? 0;
  if (!/^[/?#]/.test(text.slice(at))) return at;
  return at + withoutTrail(text.slice(at, at + pathLength(text.slice(at)))).length;
}

const mail = new RegExp(
  String.raw`(?<![\w+.@/-])((?:mailto:)?[\w+.-]+@(?:(?:[a-z\d_-]+\.)+[a-z]{2,24}(?![a-z\d_-])|(?:${anyLabel}{1,63}\.){1,5}?(?:${wideEndings.join("|")})))`,
  "giu",
);
const begins = /https?:\/\/|www\./gi;

/** The web and mail addresses in running text, in their order, each with its position and target. */
export function addressesIn(text: string): { start: number; end: number; url: string }[] {
  const found: { start: number; end: number; url: string }[] = [];
  for (const { index } of text.matchAll(begins)) {
    if (index < (found.at(-1)?.end ?? 0) || !mayBegin(text[index - 1], text[index])) continue;
    const length = addressLength(text.slice(index, index + addressMaximum));
    if (length > 0)
      found.push({ start: index, end: index + length, url: urlOf(text.slice(index, index + length)) });
  }
  for (const match of text.includes("@") ? text.matchAll(mail) : []) {
    const [start, end] = [match.index, match.index + match[0].length];
    if (!found.some((each) => start < each.end && end > each.start))
      found.push({ start, end, url: match[0].startsWith("mailto:") ? match[0] : `mailto:${match[0]}` });
  }
  return found.sort((one, other) => one.start - other.start);
}

/** Whether an address may begin after a character: not inside a word, nor in another address. */
export const mayBegin = (previous: string | undefined, first: string | undefined) =>
  !(first === "w" || first === "W" ? /[\w.@/:-]/ : /[a-z]/i).test(previous ?? "");

/** The target of a typed address: `www.…` gets a scheme. */
const urlOf = (text: string) => (/^www\./i.test(text) ? `http://${text}` : text);
