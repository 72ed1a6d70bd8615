import type { HolidaysFile } from "contract/content/kinds/site/site-bodies";
import type { Database } from "../database/open";
import { readDocument } from "../database/read-document";

/** Days off and extra days of work, as an operator has written them. */
export type Holidays = HolidaysFile;

/** The document that has them. */
export const holidaysDocument = "holidays";

/** No days off but weekends. */
export const noHolidays: Holidays = { holidays: [], workdays: [] };

export const readHolidays = async (database: Database): Promise<Holidays> =>
  ((await readDocument(database, holidaysDocument)) as Holidays | null) ?? noHolidays;
