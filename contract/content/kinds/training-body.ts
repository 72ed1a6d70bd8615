import { z } from "zod";
import { line } from "../fields";
import { storedPicture } from "./stored";
import { lecturerWords } from "./training-words";

/** The schema of a lecturer. */

/** What a pack's lecturer and one of the browser have in common. */
export const lecturerFields = {
  organisation: line(lecturerWords.organisation.max).optional(),
  intro: line(lecturerWords.intro.max),
};

export const lecturerShape = z.strictObject({
  ...lecturerFields,
  title: line(lecturerWords.title.max),
  position: line(lecturerWords.position.max).optional(),
  /** The number of their account. */
  account: z
    .string("账号的编号应为数字")
    .regex(/^[1-9]\d{0,8}$/, "账号的编号应为数字")
    .optional(),
  photo: z.array(storedPicture).max(1, "只能有一张").default([]),
});
export type LecturerBody = z.output<typeof lecturerShape>;
