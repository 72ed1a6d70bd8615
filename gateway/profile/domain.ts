import { profileChanges, profiles } from "../database/schema";
import type { Domain } from "../server/domain";
import { profileHandlers } from "./calls";
import { profilePersonalData } from "./personal-data";

export const profileDomain = {
  handlers: profileHandlers,
  fileColumns: [profiles.largeAvatar, profileChanges.before, profileChanges.after, profileChanges.reason],
  personalData: profilePersonalData,
} satisfies Domain;
