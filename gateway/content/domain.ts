import { contentPieces, contentVersions, keptPacks } from "../database/schema";
import type { Domain } from "../server/domain";
import { contentHandlers } from "./calls";
import { contentEditingHandlers } from "./editing/calls";
import { scheduledJob } from "./editing/scheduled-job";
import { exportJob } from "./export/export-job";
import { clearExportJob } from "./export/exported-pack";
import { clearUploadJob } from "./load/uploaded-pack";
import { packJob } from "./pack-job";
import { contentPersonalData } from "./personal-data";
import { contentTableHandlers } from "./tables/calls";

export const contentDomain = {
  handlers: { ...contentHandlers, ...contentEditingHandlers, ...contentTableHandlers },
  jobKinds: [packJob, clearUploadJob, exportJob, clearExportJob, scheduledJob],
  fileColumns: [keptPacks.binaries, contentPieces.conflict, contentVersions.body, contentVersions.html],
  personalData: contentPersonalData,
} satisfies Domain;
