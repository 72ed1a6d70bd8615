import type { Database } from "../../../database/open";
import type { PackImage } from "../../../database/schema";
import type { Pack } from "../../pack/parse-pack";
import type { TalentsFront } from "../../pack/schemas/training";
import type { Places } from "../files/places";
import { writeDocument } from "../rows/write-document";

/** The key of the document with the university pages. */
export const talentsDocument = "universityTalents";

/** The document: talents.md with rendered texts and stored pictures. */
export interface TalentsDocument extends Omit<TalentsFront, "programmes"> {
  html: string;
  programmes: (Omit<TalentsFront["programmes"][number], "cover" | "text"> & {
    cover: PackImage | null;
    html: string;
  })[];
}

/** Writes the university pages if the pack has them. */
export async function loadTalents(
  database: Database,
  { catalogue: { talents } }: Pack,
  places: Places,
  now: Date,
): Promise<void> {
  if (!talents) return;
  const { programmes, ...front } = talents.front;
  const programmeRows: TalentsDocument["programmes"] = [];
  for (const { cover, text, ...programme } of programmes)
    programmeRows.push({
      ...programme,
      cover: cover ? places.image(cover) : null,
      html: await places.render(text),
    });
  const value: TalentsDocument = {
    ...front,
    html: await places.render(talents.source),
    programmes: programmeRows,
  };
  await writeDocument(database, talentsDocument, value, now);
}
