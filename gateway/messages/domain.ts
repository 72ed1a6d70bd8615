import { innerMessages } from "../database/schema";
import type { Domain } from "../server/domain";
import { messageHandlers } from "./calls";
import { digestJob, digestMail } from "./digest";
import { messagesPersonalData } from "./personal-data";

export const messagesDomain = {
  handlers: messageHandlers,
  jobs: [digestJob],
  jobKinds: [digestMail],
  fileColumns: [innerMessages.text],
  personalData: messagesPersonalData,
} satisfies Domain;
