import { announcements } from "../database/schema";
import type { Domain } from "../server/domain";
import { bannerJob } from "./banner-job";
import { announcementHandlers } from "./calls";
import { announcementMail } from "./mail-job";
import { announcementsPersonalData } from "./personal-data";
import { announcementJob } from "./send-job";

export const announcementsDomain = {
  handlers: announcementHandlers,
  jobKinds: [announcementJob, announcementMail, bannerJob],
  fileColumns: [announcements.text, announcements.link],
  personalData: announcementsPersonalData,
} satisfies Domain;
