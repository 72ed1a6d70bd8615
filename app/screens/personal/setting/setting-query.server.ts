import { id } from "contract/base/fields";
import { z } from "zod";
import { paths } from "~/navigation/paths";
import type { ActionTools } from "~/request/intents.server";
import { sectionNames } from "./sections";

/** What the address of /personalCenter/setting asks for. */
export const settingQuery = z.object({
  /** A name that is none of ours means the first. */
  section: z.enum(sectionNames).catch(sectionNames[0]),
  /** A fresh verification of who one is, and which way its code goes. */
  step: z.string().optional(),
  by: z.enum(["phone", "email"]).optional().catch(undefined),
  /** The consents from this record of the ledger on, and the one that is about to be taken back. */
  before: id.optional().catch(undefined),
  withdraw: z.string().optional(),
});

export type SettingTools = ActionTools<typeof settingQuery>;

/** The section's own address: where an accepted form leads back to. */
export const sectionPath = ({ query }: Pick<SettingTools, "query">) => paths.setting(query.section);
