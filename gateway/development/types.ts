import type { MenuFlags } from "contract/development/calls";
import { menuFlags } from "contract/site/constants";
import type { Database } from "../database/open";
import { readDocument } from "../database/read-document";

/** The visible parts of the development centre (spec 3.1). Parts without a setting are visible. */
export async function readMenu(database: Database): Promise<MenuFlags> {
  const flags = (await readDocument(database, "menu")) as Partial<MenuFlags> | null;
  return Object.fromEntries(menuFlags.map((flag) => [flag, flags?.[flag] ?? true])) as MenuFlags;
}

/** The development centre's settings from `site.yaml`, as the load stores them. */
export interface DevelopmentDocument {
  externalPages: { id: string; name: string; summary: string; url: string }[];
  internshipUrl: string | null;
  quickStarts: {
    id: string;
    title: string;
    summary: string;
    board: number;
    sdk: number;
    program: { resource: number } | { linkurl: string };
  }[];
}

export async function readDevelopment(database: Database): Promise<DevelopmentDocument> {
  const document = (await readDocument(database, "development")) as DevelopmentDocument | null;
  return document ?? { externalPages: [], internshipUrl: null, quickStarts: [] };
}
