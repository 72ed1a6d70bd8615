import type { Domain } from "../server/domain";
import { syndicationHandlers } from "./calls";

export const syndicationDomain = {
  handlers: syndicationHandlers,
} satisfies Domain;
