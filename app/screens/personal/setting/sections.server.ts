import type { Scope } from "~/context.server";
import type { FormTools } from "~/forms/submit.server";
import { closeSection } from "./close.server";
import { dataSection } from "./data.server";
import { generalSection } from "./general.server";
import { consentsSection } from "./consents.server";
import { noticesSection } from "./notices.server";
import type { SectionName } from "./sections";
import { sessionsSection } from "./sessions.server";

/** What a section's form is answered with. */
type Answer = Awaited<ReturnType<FormTools["submit"]>>;

export interface ActTools extends FormTools {
  scope: Scope;
  request: Request;
  url: URL;
  /** The section's own address: where an accepted form leads back to. */
  here: string;
}

/** The server's half of a section: what its component is given, and what its forms do. */
export interface ServerSection {
  load(tools: { scope: Scope; url: URL }): Promise<unknown>;
  act(tools: ActTools): Promise<Answer>;
}

/** What a section's component is given. */
export type SectionData<Section extends ServerSection> = Awaited<ReturnType<Section["load"]>>;

/** The server's half of every section that `sections.ts` names. */
export const serverSections: Record<SectionName, ServerSection> = {
  general: generalSection,
  notices: noticesSection,
  sessions: sessionsSection,
  privacy: consentsSection,
  data: dataSection,
  close: closeSection,
};
