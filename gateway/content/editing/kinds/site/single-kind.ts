import type { ContentBody } from "contract/content/kinds/bodies";
import { type ContentKind, wordsOf } from "contract/content/kinds/words";
import { inArray, max, sql } from "drizzle-orm";
import type { Database } from "../../../../database/open";
import { documents } from "../../../../database/schema";
import { Refusal } from "../../../../server/refusal";
import { fingerprintOfValue } from "../../../load/rows/changes";
import { imagesOf } from "../../../load/site/images";
import { type ContentWriter, readKept, writeKept } from "../../../load/site/single";
import type { EditedKind } from "../kind";
import type { Served } from "./served";

interface Single extends Pick<EditedKind, "missing"> {
  choices?: EditedKind["choices"];
  completed?: EditedKind["completed"];
  texts?: EditedKind["texts"];
  unfit?: EditedKind["unfit"];
  /** The names of the pictures of a body. */
  pictures?(body: ContentBody): string[];
  /** What stands where no body was kept. */
  served?: Served;
  /** Whether readers get something of which no body can be made: then a new piece would replace what nobody saw. */
  isHidden?(database: Database): Promise<boolean>;
  /** Makes the documents that readers' calls read. */
  write: ContentWriter;
}

/** A kind with one piece, whose key is the kind's own name. It is never taken down: its page and its list are always there. */
export const singleKind = (
  kind: ContentKind,
  {
    missing,
    unfit,
    choices,
    completed,
    texts = () => [],
    pictures = () => [],
    served,
    isHidden,
    write,
  }: Single,
): EditedKind => {
  const { name } = wordsOf(kind);
  const made = inArray(documents.key, [`content:${kind}`, ...(served?.documents ?? [])]);
  return {
    // A list says nothing of the beginning of time, which a kind without documents has.
    rows: sql`select ${kind}::text as key, ${name}::text as title,
        coalesce(max(${documents.updatedAt}), to_timestamp(0)) as changed_at, false as delisted
      from ${documents} where ${made}
      having count(*) > 0 ${served?.rows ? sql`or exists (select 1 from ${served.rows})` : sql``}`,

    newKey: null,

    keyProblem: (key) => (key === kind ? null : `编号只能是 ${kind}`),

    async standing(database) {
      const [row] = await database
        .select({ at: max(documents.updatedAt) })
        .from(documents)
        .where(made);
      const changes = { delisted: false, changedAt: row?.at ?? new Date(0) };
      const kept = await readKept(database, kind);
      if (kept) return { body: kept.body, html: kept.html, fingerprint: kept.fingerprint, ...changes };
      const body = await served?.body(database);
      return body ? { body, html: [], fingerprint: fingerprintOfValue(body), ...changes } : null;
    },

    choices: choices ?? (async () => ({})),

    async completed(database, body, piece, now) {
      if (piece.newest === undefined && (await isHidden?.(database)))
        throw new Refusal("INVALID_REQUEST", { key: [`${name}是旧版本载入的，请先重新加载一次内容包`] });
      return (await completed?.(database, body, piece, now)) ?? body;
    },

    products: () => [],

    missing,

    ...(unfit ? { unfit } : {}),

    documents: () => [],

    texts,

    async write(database, _key, { body, html, fingerprint }, now) {
      const images = await imagesOf(database, pictures(body));
      await writeKept(database, kind, { body, html, fingerprint, images }, write, now);
    },

    needed: async () => `${name}不能下架；要改就发布新的版本`,

    withdraw: async () => undefined,
  };
};
