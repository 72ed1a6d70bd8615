import { contentBodies } from "contract/content/kinds/bodies";
import type { Database } from "../../../database/open";
import { type Holidays, holidaysDocument } from "../../../feedback/holidays";
import type { Pack } from "../../pack/parse-pack";
import { writeDocument } from "../rows/write-document";
import { type ContentWriter, loadKept } from "./single";

/** Writes the document by which working days are counted. */
export const writeHolidays: ContentWriter = async (database, { body }, now) => {
  const { holidays, workdays } = contentBodies.holidays.draft.parse(body);
  const stored: Holidays = { holidays, workdays };
  await writeDocument(database, holidaysDocument, stored, now);
};

/** Stores the holidays of a pack. @returns a notice where the browser has others */
export async function loadHolidays(
  database: Database,
  { catalogue }: Pick<Pack, "catalogue">,
  { pack, now }: { pack: string; now: Date },
): Promise<string[]> {
  if (!catalogue.holidays) return [];
  const { holidays, workdays } = catalogue.holidays.value;
  const loading = { write: writeHolidays, render: async () => "", pack, now };
  const body = { title: "节假日", holidays, workdays };
  return loadKept(database, "holidays", { body, sources: [] }, loading);
}
