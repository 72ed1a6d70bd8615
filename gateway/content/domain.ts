import { keptPacks } from "../database/schema";
import type { Domain } from "../server/domain";
import { contentHandlers } from "./calls";
import { packJob } from "./pack-job";
import { contentPersonalData } from "./personal-data";

export const contentDomain = {
  handlers: contentHandlers,
  jobKinds: [packJob],
  fileColumns: [keptPacks.binaries],
  personalData: contentPersonalData,
} satisfies Domain;
