import type { Domain } from "../server/domain";
import { analyticsHandlers } from "./calls";
import { analyticsPersonalData } from "./personal-data";
import { purgeAnalytics, purgeAnalyticsJob } from "./purge";
import { sumHoursJob } from "./sum-hours";

export const analyticsDomain = {
  handlers: analyticsHandlers,
  jobs: [purgeAnalyticsJob, sumHoursJob],
  jobKinds: [purgeAnalytics],
  personalData: analyticsPersonalData,
} satisfies Domain;
