import { announcementAudience, announcementTime, announcementWords } from "contract/announcements/calls";
import { audiences } from "contract/announcements/constants";
import { submissionId } from "contract/base/fields";
import { z } from "zod";

const words = {
  kind: announcementWords.kind,
  title: z.string().default("").pipe(announcementWords.title),
  text: z.string().default("").pipe(announcementWords.text),
  link: announcementWords.link,
  byMail: z
    .literal("on", "选项有误")
    .optional()
    .transform((value) => value === "on"),
};

/** What a test needs: the words alone. */
export const wordsForm = z.object(words);

export const announcementForm = z
  .object({ ...words, ...announcementAudience, sendAt: announcementTime, submissionId })
  .superRefine(({ audience, target }, { addIssue }) => {
    if (audiences[audience].named && target === "")
      addIssue({ code: "custom", path: ["target"], message: "请填写是哪一个：名称或编号" });
  });
