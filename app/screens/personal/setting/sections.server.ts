import type { z } from "zod";
import type { Intents } from "~/request/intents.server";
import type { Scope } from "~/request/scope.server";
import { closeSection } from "./close.server";
import { consentsSection } from "./consents.server";
import { dataSection } from "./data.server";
import { generalSection } from "./general.server";
import { noticesSection } from "./notices.server";
import { passwordSection } from "./password.server";
import type { SectionName } from "./sections";
import { sessionsSection } from "./sessions.server";
import type { settingQuery } from "./setting-query.server";

/** The server's half of a section: what its component is given, and what its forms do. */
export interface ServerSection {
  load(scope: Scope, asked: z.output<typeof settingQuery>): Promise<unknown>;
  intents: Intents<typeof settingQuery>;
}

/** What a section's component is given. */
export type SectionData<Section extends ServerSection> = Awaited<ReturnType<Section["load"]>>;

/** The server's half of every section that `sections.ts` names. */
export const serverSections: Record<SectionName, ServerSection> = {
  general: generalSection,
  notices: noticesSection,
  password: passwordSection,
  sessions: sessionsSection,
  privacy: consentsSection,
  data: dataSection,
  close: closeSection,
};
