import type { Domain } from "../server/domain";
import { ownListHandlers } from "./calls";
import { ownListsPersonalData } from "./personal-data";

export const ownListsDomain = {
  handlers: ownListHandlers,
  personalData: ownListsPersonalData,
} satisfies Domain;
