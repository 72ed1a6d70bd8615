import { nicknameUnitsMax } from "contract/account/constants";
import { foldNickname, nicknameUnits } from "contract/account/identity";
import type { Link, PhrasingContent, Root } from "mdast";
import { replaceInText } from "./replace-in-text";

/** The people that a text may mention: uids by folded nickname. */
export type Mentions = ReadonlyMap<string, number>;

/** The number of people linked in one text; further names stay plain text. */
const mentionsMaximum = 20;
/** The number of `@` signs that are checked in one text. */
const signsMaximum = 200;

/** An `@` that is not inside an address: no Latin letter, digit or `.` `_` `-` `/` before it. */
const sign = /(?<![A-Za-z0-9._+\-/@])@(?=[^\s@])/g;
/** Characters that no nickname has: those of the spec, line ends, controls and our own markers. */
const outside = /[\\'"><()\p{Cc}\p{Cn}]/u;
const latin = /[A-Za-z0-9]/;

/**
 * The names that may stand after an `@`, the longest first. A Latin name does not end inside a Latin word.
 */
function namesAt(text: string, start: number): string[] {
  const names: string[] = [];
  let name = "";
  // The length of a nickname, and of the characters that folding removes.
  for (const character of text.slice(start, start + 3 * nicknameUnitsMax)) {
    if (outside.test(character)) break;
    name += character;
    if (nicknameUnits(name) > nicknameUnitsMax) break;
    const next = text[start + name.length] ?? "";
    if (!/\s$/.test(name) && !(latin.test(name.at(-1) ?? "") && latin.test(next))) names.unshift(name);
  }
  return names;
}

/** The folded names that a Markdown text possibly mentions, so that one query can look them all up. */
export function possibleMentions(source: string): string[] {
  const text = source.replace(/\\([!-/:-@[-`{-~])/g, "$1");
  const names = new Set<string>();
  for (const { index } of [...text.matchAll(sign)].slice(0, signsMaximum)) {
    for (const name of namesAt(text, index + 1)) names.add(foldNickname(name));
  }
  names.delete("");
  return [...names];
}

/** A link to a person's page, with the attribute that marks mentions. */
const mentionLink = (uid: number, name: string): Link => ({
  type: "link",
  url: `/userhomepage?uid=${uid}`,
  data: { hProperties: { dataMention: "" } },
  children: [{ type: "text", value: `@${name}` }],
});

/**
 * remark: `@昵称` in running text becomes a link to the person, where there is one; not in code, not in a link.
 */
export function remarkMentions() {
  return (tree: Root, file: { data: Record<string, unknown> }) => {
    const mentions = file.data.mentions as Mentions | undefined;
    if (!mentions || mentions.size === 0) return;
    const linked = new Set<number>();
    const pieces = (value: string): PhrasingContent[] => {
      const content: PhrasingContent[] = [];
      let at = 0;
      for (const { index } of value.matchAll(sign)) {
        if (index < at) continue;
        const name = namesAt(value, index + 1).find((each) => mentions.has(foldNickname(each)));
        const uid = name === undefined ? undefined : mentions.get(foldNickname(name));
        if (name === undefined || uid === undefined || (!linked.has(uid) && linked.size >= mentionsMaximum))
          continue;
        linked.add(uid);
        if (index > at) content.push({ type: "text", value: value.slice(at, index) });
        content.push(mentionLink(uid, name));
        at = index + 1 + name.length;
      }
      if (at > 0 && at < value.length) content.push({ type: "text", value: value.slice(at) });
      return content;
    };
    replaceInText(tree, pieces);
  };
}

const rendered =
  /<a class="mention" href="\/userhomepage\?uid=(\d+)">|<a href="\/userhomepage\?uid=(\d+)" class="mention">/g;

/** The uids that a rendered text mentions, each once. */
export function mentionsIn(html: string): number[] {
  return [...new Set([...html.matchAll(rendered)].map((match) => Number(match[1] ?? match[2])))];
}
