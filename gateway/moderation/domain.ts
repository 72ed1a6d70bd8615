import {
  appeals,
  messageReports,
  moderationReasons,
  penalties,
  personNotes,
  reportCases,
  reports,
  sectionVersions,
} from "../database/schema";
import type { Domain } from "../server/domain";
import { administratorHandlers } from "./administrators/calls";
import { appealHandlers } from "./appeals/calls";
import { batchJob } from "./batches/batch-job";
import { moderationHandlers } from "./calls";
import { caseHandlers } from "./cases/calls";
import { inboxHandlers } from "./inbox/calls";
import { checkpointsJob } from "./log-checkpoints";
import { memberHandlers } from "./members/calls";
import { peopleModerationHandlers } from "./people/calls";
import { postAddressesJob } from "./people/purge-addresses";
import { moderationPersonalData } from "./personal-data";
import { replyModerationHandlers } from "./replies/calls";
import { reviewHandlers } from "./reviews/calls";
import { sectionModerationHandlers } from "./sections/calls";
import { seeAsHandlers } from "./see-as/calls";
import { expireMarksJob } from "./topics/expire-marks";
import { wordHandlers } from "./words/calls";
import { rescanJob } from "./words/rescan";

export const moderationDomain = {
  handlers: {
    ...administratorHandlers,
    ...appealHandlers,
    ...moderationHandlers,
    ...caseHandlers,
    ...inboxHandlers,
    ...memberHandlers,
    ...peopleModerationHandlers,
    ...replyModerationHandlers,
    ...reviewHandlers,
    ...sectionModerationHandlers,
    ...seeAsHandlers,
    ...wordHandlers,
  },
  jobs: [checkpointsJob, postAddressesJob, expireMarksJob],
  jobKinds: [batchJob, rescanJob],
  fileColumns: [
    messageReports.text,
    messageReports.answer,
    reports.text,
    moderationReasons.text,
    penalties.reason,
    reportCases.title,
    reportCases.source,
    reportCases.html,
    reportCases.notes,
    reportCases.answer,
    personNotes.text,
    appeals.text,
    appeals.answer,
    sectionVersions.summary,
    sectionVersions.rulesSource,
  ],
  personalData: moderationPersonalData,
} satisfies Domain;
