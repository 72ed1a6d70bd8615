import { complaints, suggestions } from "../database/schema";
import type { Domain } from "../server/domain";
import { feedbackHandlers } from "./calls";
import { feedbackPersonalData } from "./personal-data";

export const feedbackDomain = {
  handlers: feedbackHandlers,
  fileColumns: [
    suggestions.text,
    suggestions.images,
    suggestions.answer,
    suggestions.steps,
    complaints.text,
    complaints.contentTitle,
    complaints.postUrl,
    complaints.answer,
    complaints.steps,
  ],
  personalData: feedbackPersonalData,
} satisfies Domain;
