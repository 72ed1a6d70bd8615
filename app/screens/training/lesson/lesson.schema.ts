import { positionMax } from "contract/training/constants";
import { z } from "zod";
import { secondsOf } from "~/format/clock";

/** The typed position in a video: 1:15 or 75. */
export const positionSchema = z.object({
  position: z.string("请填写看到哪里，如 1:15").transform((text, context) => {
    const seconds = secondsOf(text);
    if (seconds !== null && seconds <= positionMax) return seconds;
    context.addIssue({ code: "custom", message: "请填写看到哪里，如 1:15" });
    return z.NEVER;
  }),
});
