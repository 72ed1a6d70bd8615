import { accounts } from "../database/schema";
import type { Domain } from "../server/domain";
import { accountHandlers } from "./calls";
import { companyAccountHandlers } from "./company-accounts";
import { accountPersonalData } from "./personal-data";
import { accessRecordsJob, purgeAccessRecords } from "./purge-access-records";

export const accountDomain = {
  handlers: { ...accountHandlers, ...companyAccountHandlers },
  jobs: [accessRecordsJob],
  jobKinds: [purgeAccessRecords],
  fileColumns: [accounts.avatar, accounts.intro],
  personalData: accountPersonalData,
} satisfies Domain;
