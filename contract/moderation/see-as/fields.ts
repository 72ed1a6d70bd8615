import { z } from "zod";
import { timestamp } from "../../base/fields";
import { person } from "../../base/shapes";
import { seenKindNames } from "./constants";

/** As whom the caller sees pages, and until when. */
export const seeingAs = z.object({
  as: z.enum(seenKindNames),
  /** Whose pages they are; null for a visitor's and an ordinary member's. */
  person: person.nullable().default(null),
  until: timestamp,
});
export type SeeingAs = z.output<typeof seeingAs>;
