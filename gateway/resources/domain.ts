import { resources, resourceVersions } from "../database/schema";
import { fileTextsJob, readFileTextJob } from "../file-texts/read-job";
import type { Domain } from "../server/domain";
import { resourceHandlers } from "./calls";

export const resourcesDomain = {
  handlers: resourceHandlers,
  jobs: [fileTextsJob],
  jobKinds: [readFileTextJob],
  fileColumns: [
    resources.source,
    resources.html,
    resourceVersions.fileName,
    resourceVersions.changes,
    resourceVersions.changesHtml,
  ],
} satisfies Domain;
