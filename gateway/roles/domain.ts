import type { Domain } from "../server/domain";
import { roleHandlers } from "./calls";
import { endRolesJob } from "./end-roles";
import { rolesPersonalData } from "./personal-data";

export const rolesDomain = {
  handlers: roleHandlers,
  jobs: [endRolesJob],
  personalData: rolesPersonalData,
} satisfies Domain;
