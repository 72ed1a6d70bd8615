import type { Domain } from "../server/domain";
import { sensitiveWordHandlers } from "./calls";

export const sensitiveWordsDomain = {
  handlers: sensitiveWordHandlers,
} satisfies Domain;
