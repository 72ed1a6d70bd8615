import { positionMax } from "contract/training/constants";
import { notePart, noteText } from "contract/training/notes/fields";
import { z } from "zod";
import { secondsOf } from "~/format/clock";

/** A note as it is typed: the second of the video as 1:15 or 75. */
export const noteFields = {
  text: noteText,
  at: z
    .string()
    .default("")
    .transform((text, context) => {
      if (text.trim() === "") return undefined;
      const seconds = secondsOf(text);
      if (seconds !== null && seconds <= positionMax) return seconds;
      context.addIssue({ code: "custom", message: "时间写成 1:15 这样，或者不填" });
      return z.NEVER;
    }),
  part: notePart,
};
