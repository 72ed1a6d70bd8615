import type { Domain } from "../server/domain";
import { peopleHandlers } from "./calls";

export const peopleDomain = {
  handlers: peopleHandlers,
} satisfies Domain;
