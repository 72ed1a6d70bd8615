/** The administrators' calls for the list of sensitive words. */
import type { wordCalls } from "contract/moderation/words/calls";
import { and, asc, eq, ilike, isNotNull, isNull, sql } from "drizzle-orm";
import { likeContaining } from "../../database/like";
import { pageOf } from "../../database/pages";
import { sensitiveWords } from "../../database/schema";
import { withWords } from "../../sensitive-words/check-fields";
import type { HandlersOf } from "../../server/context";
import { importWords, removeWords, saveWord } from "./change-words";
import { askForRescan, readRescan } from "./rescan";

export const wordHandlers = {
  async sensitiveWordList({ text, level, edited, page: requestedPage, size }, context) {
    const { database } = context;
    const where = and(
      isNull(sensitiveWords.removedAt),
      text === "" ? undefined : ilike(sensitiveWords.word, likeContaining(text)),
      level === undefined ? undefined : eq(sensitiveWords.level, level),
      edited ? isNotNull(sensitiveWords.editedAt) : undefined,
    );
    const total = await database.$count(sensitiveWords, where);
    const { offset, page, pages } = pageOf(total, requestedPage, size);
    const rows = await database
      .select()
      .from(sensitiveWords)
      .where(where)
      // Latest changes first: people want to see their own change.
      .orderBy(sql`${sensitiveWords.editedAt} desc nulls last`, asc(sensitiveWords.word))
      .limit(size)
      .offset(offset);
    return {
      words: rows.map(({ word, level, replacement, editedAt }) => ({
        word,
        level,
        replacement,
        editedAt: editedAt?.toISOString() ?? "",
      })),
      page,
      pages,
      total,
      scan: await readRescan(context),
    };
  },

  saveSensitiveWord: (form, context) => saveWord(context, form),

  removeSensitiveWords: (form, context) => removeWords(context, form),

  importSensitiveWords: (form, context) => importWords(context, form),

  trySensitiveWords: ({ text }, context) =>
    withWords(context, (words) => context.texts.run("tryWords", { text, words }, text.length, null)),

  rescanSensitiveWords: (_request, context) => askForRescan(context),
} satisfies HandlersOf<typeof wordCalls>;
