import type { Domain } from "../server/domain";
import { homeHandlers } from "./calls";

export const homeDomain = {
  handlers: homeHandlers,
} satisfies Domain;
