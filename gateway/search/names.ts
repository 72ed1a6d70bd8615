import { foldNickname } from "contract/account/identity";
import { type AnyColumn, and, desc, eq, isNull, or, type SQL, sql } from "drizzle-orm";
import { holdsText } from "../database/characters";
import type { Database } from "../database/open";
import { accounts, tags } from "../database/schema";
import { personColumns } from "../people/cards";
import { foldCharacters } from "./index/fold";

/**
 * The whole text and its words: the search finds names with any of them. The index has names as written, so the
 * search uses both spellings of Chinese.
 */
function searchWords(text: string): string[] {
  const simplified = foldCharacters(text);
  const words = [text, simplified].flatMap((each) => each.split(" ")).filter((word) => word.length > 1);
  return [...new Set([text, simplified, ...words])].slice(0, 8);
}

/** The order of names: equal to the text, then beginning with it, then containing it. */
const closeness = (column: SQL | AnyColumn, text: string) =>
  sql`case when ${column} = ${text} then 0 when starts_with(${column}, ${text}) then 1 else 2 end`;

const foundPerson = {
  ...personColumns,
  intro: accounts.intro,
  topics: accounts.topics,
  posts: accounts.posts,
  followers: accounts.followers,
};

/** Accounts whose nickname contains the text or a word of it. */
export async function findPeople(database: Database, text: string, limit: number) {
  const folded = foldNickname(text).replace(/\s+/g, " ").trim();
  if (!folded) return [];
  return database
    .select(foundPerson)
    .from(accounts)
    .where(
      and(
        isNull(accounts.closedAt),
        or(...searchWords(folded).map((pattern) => holdsText(accounts.nicknameFolded, pattern))),
      ),
    )
    .orderBy(closeness(accounts.nicknameFolded, folded), desc(accounts.followers), accounts.id)
    .limit(limit);
}

/** The account of exactly this nickname, or null. */
export async function findPerson(database: Database, nickname: string): Promise<number | null> {
  const [row] = await database
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(eq(accounts.nicknameFolded, foldNickname(nickname).trim()), isNull(accounts.closedAt)))
    .limit(1);
  return row?.id ?? null;
}

const tagName = sql`lower(${tags.name})`;

/** Used tags whose name contains the text or a word of it. */
export async function findTags(database: Database, text: string, limit: number) {
  const folded = text.normalize("NFKC").toLowerCase().replace(/\s+/g, " ").trim();
  if (!folded) return [];
  return database
    .select({
      id: tags.id,
      name: tags.name,
      summary: tags.summary,
      topics: tags.topics,
      followers: tags.followers,
    })
    .from(tags)
    .where(
      and(
        or(...searchWords(folded).map((pattern) => holdsText(tagName, pattern))),
        sql`(${tags.topics} > 0 or ${tags.followers} > 0)`,
      ),
    )
    .orderBy(closeness(tagName, foldCharacters(folded)), sql`${tags.topics} desc nulls last`, tags.id)
    .limit(limit);
}

/** The tag of exactly this name, in any case, or null. */
export async function findTag(database: Database, name: string): Promise<number | null> {
  const [row] = await database
    .select({ id: tags.id })
    .from(tags)
    .where(eq(tagName, name.replace(/^#/, "").toLowerCase()))
    .limit(1);
  return row?.id ?? null;
}
