import type { Domain } from "../server/domain";
import { developmentHandlers } from "./calls";

export const developmentDomain = {
  handlers: developmentHandlers,
} satisfies Domain;
