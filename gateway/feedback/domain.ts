import { cannedReplies, complaints, suggestions } from "../database/schema";
import type { Domain } from "../server/domain";
import { feedbackHandlers } from "./calls";
import { adviceInboxHandlers } from "./inbox/calls";
import { escalateJob } from "./inbox/escalate";
import { feedbackPersonalData } from "./personal-data";

export const feedbackDomain = {
  handlers: { ...feedbackHandlers, ...adviceInboxHandlers },
  jobs: [escalateJob],
  fileColumns: [
    suggestions.text,
    suggestions.images,
    suggestions.answer,
    suggestions.steps,
    suggestions.deeds,
    complaints.text,
    complaints.contentTitle,
    complaints.postUrl,
    complaints.answer,
    complaints.steps,
    complaints.deeds,
    cannedReplies.text,
  ],
  personalData: feedbackPersonalData,
} satisfies Domain;
