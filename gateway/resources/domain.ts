import { resources, resourceVersions } from "../database/schema";
import type { Domain } from "../server/domain";
import { resourceHandlers } from "./calls";

export const resourcesDomain = {
  handlers: resourceHandlers,
  fileColumns: [
    resources.source,
    resources.html,
    resourceVersions.fileName,
    resourceVersions.changes,
    resourceVersions.changesHtml,
  ],
} satisfies Domain;
