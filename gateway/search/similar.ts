import type { CallRequest, CallResponse } from "contract";
import { and, sql } from "drizzle-orm";
import { sections, topics } from "../database/schema";
import type { CallContext } from "../server/context";
import { closely, levelsOf, matches, newestMatching, partsAsked, toLevels } from "./candidates";
import { askingWords } from "./index/dictionary";
import { foldQuery, readQuery, type Term } from "./query";
import { rarity } from "./rank";

const listMax = 5;
const candidatesMax = 60;
/** The weights of a word in a title, in a tag, and in the text alone. */
const worth = [0, 0.1, 0.4, 0.7, 1] as const;
/** The weight of a word that no result contains. */
const strangeWeight = 0.5;
/** The weight of a part number or an identifier of code, relative to a word. */
const nameWeight = 2;
/** The least share of the title's words that a similar topic contains. */
const likeness = 0.34;
/** The bonus for topics in the section of the new title, or in one that the title names. */
const sectionBonus = 0.08;

type Row = [
  tid: number,
  title: string,
  fid: number,
  section: string,
  solved: boolean,
  replies: number,
  levels: string,
];

/** Whether a word is a name of letters and digits: `hi3861`, `gpio_10`. */
const isName = ({ needles: [word = ""] }: Term) => /\p{L}/u.test(word) && /\d/.test(word);

/**
 * Public topics whose title or tags contain most words of a title. It is one statement on the word index; in a large
 * forum it finds the newest matches.
 */
export async function similarTo(
  { title, fid }: CallRequest<"similarTopics">,
  { database, texts, now }: CallContext,
): Promise<CallResponse<"similarTopics">> {
  const query = await readQuery(texts, title);
  // A query of question words alone has them as required terms, but they say nothing about a topic.
  const terms = query.terms.filter(
    ({ required, needles: [word = ""] }) => required && !askingWords.has(word),
  );
  if (terms.length === 0) return { topics: [] };
  const pattern = `(${terms.map(({ match }) => `${match("A")} | ${match("B")}`).join(" | ")})`;
  const own = { ...query, terms, phrases: [], neighbours: [] };
  const rows = await newestMatching(database, now(), pattern, candidatesMax, async (tsquery) => {
    const matched = sql`select ${topics.id}, ${topics.title}, ${topics.sectionId}, ${sections.name} as section,
        ${topics.solved}, ${topics.replies}
      from ${topics} join ${sections} on ${sections.id} = ${topics.sectionId}
      where ${and(matches(topics.search, tsquery), sql`${topics.listed}`, sql`${sections.listed}`)} offset 0`;
    const values = sql`id, title, section_id, section, solved, replies, ${levelsOf(own, ["A", "B", "C"])}`;
    const { rows: found } = (await database.execute(
      sql`${partsAsked(own)} select ${closely(sql`${topics}`, [matched], values)} as found`,
    )) as unknown as {
      rows: [{ found: Row[] }];
    };
    return found[0].found;
  });
  const levels = rows.map((row) => toLevels(row[6]));
  const weights = rarity(terms.length, levels).map((rare, part) => {
    const term = terms[part];
    if (!levels.some((level) => (level[part] ?? 0) > 0)) return strangeWeight;
    return rare * (term && isName(term) ? nameWeight : 1);
  });
  const everything = weights.reduce((sum, weight) => sum + weight, 0);
  const folded = foldQuery(title);
  const scored = rows.map(([tid, name, section, sectionName, solved, replies], at) => {
    const has = weights.reduce(
      (sum, weight, part) => sum + weight * (worth[levels[at]?.[part] as 0] ?? 0),
      0,
    );
    const here = section === fid || folded.includes(foldQuery(sectionName)) ? sectionBonus : 0;
    return {
      score: has / everything + here,
      topic: { tid, title: name, solved, replies, section: { fid: section, name: sectionName } },
    };
  });
  return {
    topics: scored
      .filter(({ score }) => score >= likeness)
      .sort((one, other) => other.score - one.score || other.topic.tid - one.topic.tid)
      .slice(0, listMax)
      .map(({ topic }) => topic),
  };
}
