import {
  announcementAudience,
  announcementDay,
  announcementTime,
  announcementWords,
  checkAnnouncement,
  checkWords,
} from "contract/announcements/calls";
import { audiences } from "contract/announcements/constants";
import { submissionId } from "contract/base/fields";
import { z } from "zod";
import { ticked } from "~/forms/ticked";

const words = {
  kind: announcementWords.kind,
  title: z.string().default("").pipe(announcementWords.title),
  text: announcementWords.text,
  link: announcementWords.link,
  byMail: ticked,
  bannerOnly: ticked,
};

/** What a test needs: the words alone. */
export const wordsForm = z.object(words).superRefine(checkWords);

export const announcementForm = z
  .object({
    ...words,
    ...announcementAudience,
    sendAt: announcementTime,
    bannerUntil: announcementDay,
    submissionId,
  })
  .superRefine(checkAnnouncement)
  .superRefine(({ audience, target }, { addIssue }) => {
    if (audiences[audience].named && target === "")
      addIssue({ code: "custom", path: ["target"], message: "请填写是哪一个：名称或编号" });
  });
