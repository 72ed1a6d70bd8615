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

/** The server part of a section: `load` gives its component the data, `intents` handle its forms. */
export interface ServerSection {
  load(scope: Scope, query: z.output<typeof settingQuery>): Promise<unknown>;
  intents: Intents<typeof settingQuery>;
}

/** Props of a section's component. */
export type SectionData<Section extends ServerSection> = Awaited<ReturnType<Section["load"]>>;

/** The server part of every section in `sections.ts`. */
export const serverSections: Record<SectionName, ServerSection> = {
  general: generalSection,
  notices: noticesSection,
  password: passwordSection,
  sessions: sessionsSection,
  privacy: consentsSection,
  data: dataSection,
  close: closeSection,
};
