import { activities } from "../database/schema";
import type { Domain } from "../server/domain";
import { activityHandlers } from "./calls";
import { activityCheckInHandlers } from "./checkin/calls";
import { activityRemindersJob, eraseActivitiesJob } from "./jobs";
import { activityOrganisingHandlers } from "./organising/calls";
import { activitiesPersonalData } from "./personal-data";
import { activitySignupHandlers } from "./signups/calls";
import { activityTeamHandlers } from "./teams/calls";
import { activityMail } from "./tell";
import { activityWorkHandlers } from "./works/calls";

export const activitiesDomain = {
  handlers: {
    ...activityHandlers,
    ...activityCheckInHandlers,
    ...activityOrganisingHandlers,
    ...activitySignupHandlers,
    ...activityTeamHandlers,
    ...activityWorkHandlers,
  },
  jobs: [activityRemindersJob, eraseActivitiesJob],
  jobKinds: [activityMail],
  fileColumns: [
    activities.cover,
    activities.speakers,
    activities.attachments,
    activities.source,
    activities.html,
    activities.rules,
    activities.rulesHtml,
    activities.home,
  ],
  personalData: activitiesPersonalData,
} satisfies Domain;
