import type { ContentBody } from "contract/content/kinds/bodies";
import { type ContentKind, wordsOf } from "contract/content/kinds/words";
import { eq, inArray, sql } from "drizzle-orm";
import type { Database } from "../../../../database/open";
import { documents, files } from "../../../../database/schema";
import { pictureSizes } from "../../../../files/pictures/picture-sizes";
import { svgSize } from "../../../../files/pictures/svg";
import { type ContentWriter, readKept, writeKept } from "../../../load/site/single";
import type { EditedKind } from "../kind";

interface Single extends Pick<EditedKind, "missing"> {
  choices?: EditedKind["choices"];
  completed?: EditedKind["completed"];
  texts?: EditedKind["texts"];
  unfit?: EditedKind["unfit"];
  /** The names of the pictures of a body. */
  pictures?(body: ContentBody): string[];
  /** Makes the documents that readers' calls read. */
  write: ContentWriter;
}

/** The sizes of drawings, which say theirs themselves. */
async function drawnSizes(database: Database, names: string[]) {
  if (names.length === 0) return new Map();
  const rows = await database
    .select({ name: files.name, content: files.content })
    .from(files)
    .where(inArray(files.name, names));
  return new Map(
    rows.map(({ name, content }) => [name, svgSize(Buffer.from(content).toString("utf8")) ?? undefined]),
  );
}

/** The sizes of a body's pictures. */
async function imagesOf(database: Database, names: string[]) {
  const stored = await pictureSizes(database, names);
  const drawn = await drawnSizes(
    database,
    names.filter((name) => name.endsWith(".svg")),
  );
  return Object.fromEntries(
    names.flatMap((name) => {
      const size = drawn.get(name) ?? stored.get(name);
      return size ? [[name, size] as const] : [];
    }),
  );
}

/** A kind with one piece, whose key is the kind's own name. It is never taken down: its page and its list are always there. */
export const singleKind = (
  kind: ContentKind,
  { missing, unfit, choices, completed, texts = () => [], pictures = () => [], write }: Single,
): EditedKind => {
  const { name } = wordsOf(kind);
  return {
    rows: sql`select ${kind}::text as key, ${name}::text as title, ${documents.updatedAt} as changed_at, false as delisted
      from ${documents} where ${documents.key} = ${`content:${kind}`}`,

    newKey: null,

    keyProblem: (key) => (key === kind ? null : `编号只能是 ${kind}`),

    async standing(database) {
      const kept = await readKept(database, kind);
      if (!kept) return null;
      const [row] = await database
        .select({ at: documents.updatedAt })
        .from(documents)
        .where(eq(documents.key, `content:${kind}`));
      const { body, html, fingerprint } = kept;
      return { body, html, fingerprint, delisted: false, changedAt: row?.at ?? new Date(0) };
    },

    choices: choices ?? (async () => ({})),

    ...(completed ? { completed } : {}),

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
