import type { Database } from "../../../database/open";
import type { PackImage } from "../../../database/schema";
import type { Pack } from "../../pack/parse-pack";
import type { TalentsFront } from "../../pack/schemas/training";
import type { Places } from "../files/places";
import { writeDocument } from "../rows/write-document";

/** Key of the document that the university pages are read from. */
export const talentsDocument = "universityTalents";

/** What the document holds: what talents.md says, with its texts rendered and its pictures placed. */
export interface TalentsDocument extends Omit<TalentsFront, "programmes"> {
  html: string;
  programmes: (Omit<TalentsFront["programmes"][number], "cover" | "text"> & {
    cover: PackImage | null;
    html: string;
  })[];
}

/** Writes the university pages, where the pack has them. */
export async function loadTalents(
  database: Database,
  { catalogue: { talents } }: Pack,
  places: Places,
  now: Date,
): Promise<void> {
  if (!talents) return;
  const { programmes, ...front } = talents.front;
  const shown: TalentsDocument["programmes"] = [];
  for (const { cover, text, ...programme } of programmes)
    shown.push({
      ...programme,
      cover: cover ? places.image(cover) : null,
      html: await places.render(text),
    });
  const value: TalentsDocument = { ...front, html: await places.render(talents.source), programmes: shown };
  await writeDocument(database, talentsDocument, value, now);
}
