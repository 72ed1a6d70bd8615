import type { Domain } from "../server/domain";
import { collectionHandlers } from "./calls";
import { collectionsPersonalData } from "./personal-data";

export const collectionsDomain = {
  handlers: collectionHandlers,
  personalData: collectionsPersonalData,
} satisfies Domain;
