import { type ContentBody, contentBodies } from "contract/content/kinds/bodies";
import type { TalentsBody } from "contract/content/kinds/site/talents-body";
import type { Database } from "../../../database/open";
import type { PackImage } from "../../../database/schema";
import type { Pack } from "../../pack/parse-pack";
import type { Places } from "../files/places";
import { filled } from "../rows/filled";
import { writeDocument } from "../rows/write-document";
import { type ContentWriter, loadKept, type WrittenContent } from "../site/single";

/** The key of the document with the university pages. */
export const talentsDocument = "universityTalents";

/** The document: the university pages with rendered texts and stored pictures. */
export interface TalentsDocument
  extends Omit<TalentsBody, "programmes" | "content" | "title" | "summary" | "works"> {
  title: string;
  summary?: string | undefined;
  works?: string | undefined;
  html: string;
  programmes: (Omit<TalentsBody["programmes"][number], "id" | "cover" | "text"> & {
    id: number;
    cover: PackImage | null;
    html: string;
  })[];
}

/** The document that a body makes. A draft's may lack all but the title. */
export function talentsOf({ body, html: [own = "", ...texts], sized }: WrittenContent): TalentsDocument {
  // The addresses of stored pictures make a pack's texts longer than they were when they were checked.
  const short = Array.isArray(body.programmes)
    ? { ...body, content: "", programmes: body.programmes.map((programme) => ({ ...programme, text: "" })) }
    : { ...body, content: "" };
  const { content: _, programmes = [], ...talents } = contentBodies.talents.draft.parse(short);
  const { schools = [], labs = [], internships = [], contacts = [] } = talents;
  return {
    ...talents,
    schools,
    labs,
    internships,
    contacts,
    html: own,
    programmes: programmes.map(({ id = 0, cover: [cover], text: _text, ...programme }, index) => ({
      ...programme,
      id,
      cover: cover ? sized(cover) : null,
      html: texts[index] ?? "",
    })),
  };
}

/** Writes the document that the university pages are read from. */
export const writeTalents: ContentWriter = (database, content, now) =>
  writeDocument(database, talentsDocument, talentsOf(content), now);

/** Writes the university pages if the pack has them. @returns a notice where the browser has others */
export async function loadTalents(
  database: Database,
  { catalogue: { talents } }: Pack,
  places: Places,
  { pack, now }: { pack: string; now: Date },
): Promise<string[]> {
  if (!talents) return [];
  const { programmes, ...front } = talents.front;
  const covers = programmes.map(({ cover }) => (cover ? places.image(cover) : null));
  const body: ContentBody = filled({
    ...front,
    content: places.placed(talents.source).trim(),
    programmes: programmes.map(({ cover: _, text, ...programme }, index) => {
      const cover = covers[index];
      return filled({
        ...programme,
        text: places.placed(text).trim(),
        cover: cover ? [{ name: cover.name, alt: cover.alt }] : [],
      });
    }),
  });
  return loadKept(
    database,
    "talents",
    {
      body,
      sources: [talents.source, ...programmes.map(({ text }) => text)],
      images: covers.flatMap((cover) => cover ?? []),
    },
    { write: writeTalents, render: places.render, pack, now },
  );
}
