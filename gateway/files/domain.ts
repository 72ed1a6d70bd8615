import { imageVariants } from "../database/schema";
import type { Domain } from "../server/domain";
import { fileHandlers } from "./calls";
import { removeObjectsJob } from "./moving/removed-objects";
import { purgeUnusedFiles, unusedFilesJob } from "./needs/purge-unused";
import { filesPersonalData } from "./personal-data";

export const filesDomain = {
  handlers: fileHandlers,
  jobs: [unusedFilesJob, removeObjectsJob],
  jobKinds: [purgeUnusedFiles],
  fileColumns: [imageVariants.variantName],
  personalData: filesPersonalData,
} satisfies Domain;
