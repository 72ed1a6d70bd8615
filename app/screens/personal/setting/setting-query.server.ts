import { id } from "contract/base/fields";
import { z } from "zod";
import { paths } from "~/navigation/paths";
import type { ActionTools } from "~/request/intents.server";
import { sectionNames } from "./sections";

/** Queries of /personalCenter/setting. */
export const settingQuery = z.object({
  /** An unknown name shows the first section. */
  section: z.enum(sectionNames).catch(sectionNames[0]),
  /** The step of a new identity check, and the contact that its code goes to. */
  step: z.string().optional(),
  by: z.enum(["phone", "email"]).optional().catch(undefined),
  /**
   * `before` pages the ledger of consents from this record on; `withdraw` is the policy whose consent the dialog asks
   * about.
   */
  before: id.optional().catch(undefined),
  withdraw: z.string().optional(),
});

export type SettingTools = ActionTools<typeof settingQuery>;

/** The section's address, to which an accepted form redirects. */
export const sectionPath = ({ query }: Pick<SettingTools, "query">) => paths.setting(query.section);
