import type { CallRequest, CallResponse } from "contract";
import type { LogValues } from "contract/moderation/actions";
import { wordLevels, wordsMost } from "contract/moderation/words/fields";
import { refusals } from "contract/refusals";
import { and, inArray, isNull, sql } from "drizzle-orm";
import type { Database } from "../../database/open";
import { moderationReasons, sensitiveWords } from "../../database/schema";
import { transact } from "../../database/transact";
import { withWords } from "../../sensitive-words/check-fields";
import { lockWords, sayChanged, type WordList, wordListInForce } from "../../sensitive-words/list";
import type { Word } from "../../sensitive-words/matcher";
import { accountOf, type CallContext } from "../../server/context";
import { Refusal } from "../../server/refusal";
import { writeLog } from "../write-log";

/** How many rows one statement writes. */
const chunk = 500;
/** How many times a change is computed again because another change was stored meanwhile. */
const triesMost = 5;

interface WordChange {
  /** The words to write. */
  write: Word[];
  /** The words to remove, in the list's spelling. */
  remove: string[];
  before: LogValues;
  after: LogValues;
  /** The words that changed, which the log shows. */
  summary: string;
}

/**
 * Changes the list and writes a row of the log, in one transaction. The words are read in a thread before the
 * transaction; if the list has changed meanwhile, they are read again. Throws EDIT_CONFLICT after too many tries, and
 * WORDS_FULL.
 * @param look computes the change from the list in force; null when there is nothing to change
 */
async function changeWords<Read extends { change: WordChange | null }>(
  context: CallContext,
  look: (
    words: <Answer>(ask: (list: WordList) => Promise<Answer | null>) => Promise<Answer>,
  ) => Promise<Read>,
): Promise<Read> {
  const { database } = context;
  const at = context.now();
  for (let tries = 0; tries < triesMost; tries += 1) {
    const { fingerprint } = await wordListInForce(database);
    const read = await look((ask) => withWords(context, ask));
    const { change } = read;
    if (change === null) return read;
    const wasWritten = await transact(database, async (inside) => {
      await lockWords(inside);
      if ((await wordListInForce(inside)).fingerprint !== fingerprint) return false;
      await write(inside, change, at);
      const [storedReason] = await inside
        .insert(moderationReasons)
        .values({ text: change.summary })
        .returning();
      const { before, after } = change;
      await writeLog(inside, {
        at,
        operatorId: accountOf(context).id,
        action: "word",
        targetKind: "word",
        targetId: null,
        before,
        after,
        reason: storedReason ?? null,
      });
      return true;
    });
    if (wasWritten) return read;
  }
  throw new Refusal("EDIT_CONFLICT");
}

async function write(database: Database, { write: words, remove }: WordChange, at: Date): Promise<void> {
  for (let start = 0; start < remove.length; start += chunk)
    await database
      .update(sensitiveWords)
      .set({ removedAt: at, editedAt: at })
      .where(inArray(sensitiveWords.word, remove.slice(start, start + chunk)));
  for (let start = 0; start < words.length; start += chunk)
    await database
      .insert(sensitiveWords)
      .values(words.slice(start, start + chunk).map((row) => ({ ...row, editedAt: at })))
      .onConflictDoUpdate({
        target: sensitiveWords.word,
        set: {
          level: sql`excluded.level`,
          replacement: sql`excluded.replacement`,
          editedAt: at,
          removedAt: null,
        },
      });
  if ((await database.$count(sensitiveWords, isNull(sensitiveWords.removedAt))) > wordsMost)
    throw new Refusal("WORDS_FULL");
  await sayChanged(database, at);
}

const sameAs = (one: Word, other: Word) => one.level === other.level && one.replacement === other.replacement;

/**
 * Adds a word, or changes the word `was`. Throws WORD_EXISTS beside the word when the list has it in any spelling, and
 * WORD_NOT_FOUND when `was` is not in the list.
 */
export async function saveWord(
  context: CallContext,
  { was, ...typed }: CallRequest<"saveSensitiveWord">,
): Promise<CallResponse<"saveSensitiveWord">> {
  const word: Word = { ...typed, replacement: typed.replacement || null };
  const { change } = await changeWords(context, async (words) => {
    const find = (text: string) =>
      words((list) => context.texts.run("sameWord", { typed: text, words: list }, text.length, null)).then(
        ({ same }) => same,
      );
    const before = was === "" ? null : await find(was);
    if (was !== "" && before?.word !== was) throw new Refusal("WORD_NOT_FOUND");
    const same = await find(word.word);
    if (same && same.word !== before?.word) {
      const message = `${refusals.WORD_EXISTS.message}：「${same.word}」，${wordLevels[same.level]}`;
      throw new Refusal("WORD_EXISTS", { word: [message] }, message);
    }
    if (before && before.word === word.word && sameAs(before, word)) return { change: null };
    const renamed = before !== null && before.word !== word.word;
    return {
      change: {
        write: [word],
        remove: renamed ? [before.word] : [],
        before: before ? { level: before.level } : { level: null },
        after: { level: word.level },
        summary: renamed ? `${before.word} → ${word.word}` : word.word,
      },
    };
  });
  return { changed: change !== null };
}

/** How many words the log names. */
const namesMax = 20;
const joinWords = (words: string[]) =>
  words.length > namesMax ? `${words.slice(0, namesMax).join("、")} 等 ${words.length} 个` : words.join("、");

/** Removes words from the list, without those that are removed already. Throws WORD_NOT_FOUND when all are. */
export async function removeWords(
  context: CallContext,
  { words: requestedWords }: CallRequest<"removeSensitiveWords">,
): Promise<CallResponse<"removeSensitiveWords">> {
  const { removed } = await changeWords(context, async () => {
    const rows = await context.database
      .select({ word: sensitiveWords.word })
      .from(sensitiveWords)
      .where(and(inArray(sensitiveWords.word, requestedWords), isNull(sensitiveWords.removedAt)));
    if (rows.length === 0) throw new Refusal("WORD_NOT_FOUND");
    const remove = rows.map(({ word }) => word).sort();
    const change = {
      write: [],
      remove,
      before: { words: remove.length },
      after: { words: 0 },
      summary: `移除：${joinWords(remove)}`,
    };
    return { change, removed: remove.length };
  });
  return { removed };
}

/** Writes all words of an import, or none: INVALID_REQUEST beside the text says what is wrong, line by line. */
export async function importWords(
  context: CallContext,
  { text, level }: CallRequest<"importSensitiveWords">,
): Promise<CallResponse<"importSensitiveWords">> {
  const { change: _, ...counted } = await changeWords(context, async (words) => {
    const { entries, problems } = await words((list) =>
      context.texts.run("readWords", { text, level, words: list }, text.length, null),
    );
    if (problems.length > 0) throw new Refusal("INVALID_REQUEST", { text: problems });
    const fresh = entries.filter(({ existing }) => existing === null);
    const other = entries.filter((entry) => entry.existing !== null && !sameAs(entry.existing, entry));
    const write = [
      ...fresh.map(({ existing: _existing, ...word }) => word),
      // Written in the spelling of the list, because it is the same word.
      ...other.map(({ existing, ...word }) => ({ ...word, word: existing?.word ?? word.word })),
    ];
    const counts = {
      added: fresh.length,
      changed: other.length,
      same: entries.length - fresh.length - other.length,
    };
    if (write.length === 0) return { change: null, ...counts };
    const change = {
      write,
      remove: [],
      before: { added: 0, changed: 0 },
      after: { added: counts.added, changed: counts.changed },
      summary: `导入：${joinWords(write.map(({ word }) => word))}`,
    };
    return { change, ...counts };
  });
  return counted;
}
