import type { Domain } from "../server/domain";
import { sessionHandlers } from "./calls";
import { sessionPersonalData } from "./personal-data";

export const sessionDomain = {
  handlers: sessionHandlers,
  personalData: sessionPersonalData,
} satisfies Domain;
