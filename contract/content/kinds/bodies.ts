import { z } from "zod";
import { withoutControls } from "../../base/fields";
import { noticeKinds } from "../../products/constants";
import { coded, day, line, moment, packId } from "../fields";
import { activityDraft, activityShape } from "./activities/activity-body";
import { classShape } from "./class-body";
import { policyShape, tagShape } from "./community-body";
import { courseDraft, courseShape } from "./course-body";
import { examDraft, examShape } from "./exam-body";
import { productShape, withRightDates } from "./product-body";
import { resourceDraft, resourceShape } from "./resource-body";
import {
  definitionsDraft,
  definitionsShape,
  holidaysDraft,
  holidaysShape,
  homeDraft,
  homeShape,
  navigationShape,
  redirectsShape,
} from "./site/site-bodies";
import { talentsShape } from "./site/talents-body";
import { contentText, storedFile, storedPicture } from "./stored";
import { lecturerShape, pathShape, wholePath } from "./training-body";
import { videoShape } from "./videos/video-body";
import { type ContentKind, newsWords, noticeWords } from "./words";

/**
 * The one schema of each kind of content that is edited in the browser. A pack's files are checked by the same fields
 * (gateway/content/pack/schemas); there the pictures and files are paths of the pack.
 */

const productList = (max: number) => z.array(packId).max(max, `最多 ${max} 个`);

/** What a news item of a pack and one of the browser have in common. */
export const newsFields = {
  title: line(newsWords.title.max),
  summary: line(newsWords.summary.max),
  category: packId,
  date: moment,
  products: productList(newsWords.products.max).default([]),
};

const newsShape = z.strictObject({
  ...newsFields,
  cover: storedPicture.optional(),
  content: contentText.refine((value) => value !== "", "请填写正文"),
});

export const noticeNumber = z
  .string("编号应为文字（像数字的要加引号）")
  .regex(/^[A-Z][A-Z0-9-]{2,39}$/, "编号应以大写字母开头，只由大写字母、数字和连字符组成，例如 PCN-2026-014");

/** What a notice of a pack and one of the browser have in common. */
export const noticeFields = {
  title: line(noticeWords.title.max),
  kind: coded("kind", noticeKinds.map(({ code }) => code) as ["errata", "pcn", "eol", "security"]),
  products: productList(noticeWords.products.max).min(1, "要写明是哪些产品"),
  date: day,
  effective: day.optional(),
  workaround: z
    .string()
    .max(noticeWords.workaround.max, `不能超过 ${noticeWords.workaround.max} 个字符`)
    .transform(withoutControls)
    .default(""),
};

/** A notice cannot be in force before it is published. */
export const isInForceLater = ({ date, effective }: { date: string; effective?: string | undefined }) =>
  effective === undefined || effective >= date;

const noticeShape = z.strictObject({
  ...noticeFields,
  file: storedFile.optional(),
  content: contentText.refine((value) => value !== "", "请填写正文"),
});

/** A piece as it is stored: what its schema takes. */
export type ContentBody = Record<string, unknown>;

/** For each kind: the schema of what may be published, and of a draft, which may lack fields except the title. */
export const contentBodies = {
  news: {
    whole: newsShape,
    draft: newsShape.partial().required({ title: true }),
  },
  notices: {
    whole: noticeShape.refine(isInForceLater, { message: "不能早于发布日期", path: ["effective"] }),
    draft: noticeShape
      .partial()
      .required({ title: true })
      .extend({ products: productList(noticeWords.products.max).optional() }),
  },
  products: {
    whole: productShape.superRefine(withRightDates),
    draft: productShape.partial().required({ title: true }),
  },
  resources: { whole: resourceShape, draft: resourceDraft },
  classes: { whole: classShape, draft: classShape.partial().required({ title: true }) },
  policies: { whole: policyShape, draft: policyShape.partial().required({ title: true }) },
  tags: { whole: tagShape, draft: tagShape.partial().required({ title: true }) },
  lecturers: { whole: lecturerShape, draft: lecturerShape.partial().required({ title: true }) },
  paths: { whole: wholePath, draft: pathShape.partial().required({ title: true }) },
  courses: { whole: courseShape, draft: courseDraft },
  exams: { whole: examShape, draft: examDraft },
  activities: { whole: activityShape, draft: activityDraft },
  talents: { whole: talentsShape, draft: talentsShape.partial().required({ title: true }) },
  home: { whole: homeShape, draft: homeDraft },
  navigation: { whole: navigationShape, draft: navigationShape },
  redirects: { whole: redirectsShape, draft: redirectsShape },
  holidays: { whole: holidaysShape, draft: holidaysDraft },
  definitions: { whole: definitionsShape, draft: definitionsDraft },
  videos: { whole: videoShape, draft: videoShape.partial().required({ title: true }) },
} as const satisfies Record<ContentKind, { whole: z.ZodType; draft: z.ZodType }>;
