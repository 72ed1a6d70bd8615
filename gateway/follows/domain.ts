import type { Domain } from "../server/domain";
import { followHandlers } from "./calls";
import { followsPersonalData } from "./personal-data";

export const followsDomain = {
  handlers: followHandlers,
  personalData: followsPersonalData,
} satisfies Domain;
