import type { ContentBody } from "contract/content/kinds/bodies";
import type { ContentKind } from "contract/content/kinds/words";
import type { Database } from "../../../database/open";
import { readDocument } from "../../../database/read-document";
import type { PackImage } from "../../../database/schema";
import type { TextItem } from "../files/texts";
import { fingerprintOfValue } from "../rows/changes";
import { heldKeys, noteEdited } from "../rows/held";
import { writeDocument } from "../rows/write-document";

/**
 * Content of which there is one, such as the home page: documents that readers' calls read are made from a body, a pack's
 * or the browser's, and the body is kept beside them.
 */

type Sizes = Record<string, { width: number; height: number }>;

/** Content as it is kept: what an editor's form shows, and the sizes of the pictures that it names. */
interface KeptContent {
  body: ContentBody;
  /** Of its texts, in the order of its form. */
  html: string[];
  fingerprint: string;
  images: Sizes;
}

/** Content on its way into the documents that readers' calls read. */
export interface WrittenContent extends Pick<KeptContent, "body" | "html"> {
  sized(picture: { name: string; alt: string }): PackImage;
}

/** Makes the documents of one kind from a body. */
export type ContentWriter = (database: Database, content: WrittenContent, now: Date) => Promise<void>;

const keptKey = (kind: ContentKind) => `content:${kind}`;

/** The one piece of a kind as it stands; null where no load since this release, and no editor, has written it. */
export const readKept = async (database: Database, kind: ContentKind): Promise<KeptContent | null> =>
  (await readDocument(database, keptKey(kind))) as KeptContent | null;

/** Finds the size of a picture. */
export const sizedBy =
  (images: Sizes) =>
  ({ name, alt }: { name: string; alt: string }): PackImage => ({
    name,
    alt,
    ...(images[name] ?? { width: 0, height: 0 }),
  });

/** Writes the one piece of a kind, and the documents made from it. */
export async function writeKept(
  database: Database,
  kind: ContentKind,
  content: KeptContent,
  write: ContentWriter,
  now: Date,
): Promise<void> {
  const { body, html, images } = content;
  await write(database, { body, html, sized: sizedBy(images) }, now);
  await writeDocument(database, keptKey(kind), content, now);
}

interface PackContent extends Pick<TextItem, "sources"> {
  body: ContentBody;
  images?: PackImage[];
}

/**
 * Writes what a pack has for a kind, unless it was edited in the browser.
 * @returns a notice where the browser has something else
 */
export async function loadKept(
  database: Database,
  kind: ContentKind,
  { body, sources, images = [] }: PackContent,
  {
    write,
    render,
    pack,
    now,
  }: { write: ContentWriter; render: (source: string) => Promise<string>; pack: string; now: Date },
): Promise<string[]> {
  const item = { key: kind, fingerprint: fingerprintOfValue(body), sources, body };
  const html: string[] = [];
  for (const source of sources) html.push(await render(source));
  const before = await readKept(database, kind);
  const isHeld = (await heldKeys(database, kind)).has(kind);
  const sizes = Object.fromEntries(images.map(({ name, width, height }) => [name, { width, height }]));
  if (!isHeld)
    await writeKept(database, kind, { body, html, fingerprint: item.fingerprint, images: sizes }, write, now);
  return noteEdited(database, {
    kind,
    items: [item],
    written: !isHeld && before?.fingerprint !== item.fingerprint ? [item] : [],
    delisted: [],
    bodyOf: (one) => one.body,
    texts: { of: async () => ({ html }) },
    pack,
    now,
  });
}
