import type { Domain } from "../server/domain";
import { privacyHandlers } from "./calls";
import { closeAccountsJob } from "./close-accounts";
import { expiredExportsJob } from "./export/expired-exports";
import { exportData } from "./export/export-data";
import { privacyPersonalData } from "./personal-data";

export const privacyDomain = {
  handlers: privacyHandlers,
  jobs: [closeAccountsJob, expiredExportsJob],
  jobKinds: [exportData],
  personalData: privacyPersonalData,
} satisfies Domain;
