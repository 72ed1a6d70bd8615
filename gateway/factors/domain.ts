import type { Domain } from "../server/domain";
import { factorHandlers } from "./calls";
import { factorsPersonalData } from "./personal-data";

export const factorsDomain = {
  handlers: factorHandlers,
  personalData: factorsPersonalData,
} satisfies Domain;
