import { email as emailField } from "contract/account/identity";
import {
  coded,
  day,
  image,
  line,
  mediaFile,
  moment,
  outsideUrl,
  packId,
  picture,
  tagText,
  wordLine,
} from "contract/content/fields";
import { lecturerFields } from "contract/content/kinds/training-body";
import {
  blankMax,
  examWaitDefault,
  examWaitMax,
  optionsMax,
  positionMax,
  questionsMax,
  questionTypes,
} from "contract/training/constants";
import { z } from "zod";

/** training.yaml, lecturers.yaml, courses/*.md, exams/*.yaml and talents.md (content/README.md). */

const text = (maximum: number) => z.string().max(maximum, `不能超过 ${maximum} 个字符`);
const minutes = z.number().int("应为整数").min(1, "至少 1 分钟").max(600, "最多 600 分钟");
const listOf = <Item extends z.ZodType>(item: Item, maximum: number) =>
  z.array(item).max(maximum, `最多 ${maximum} 个`);

const node = z.strictObject({ id: packId, name: line(20), summary: line(200).optional() });
export const trainingFile = z.strictObject({
  classes: z.array(node).min(1, "没有分类"),
  levels: z.array(node).min(1, "没有级别"),
});

const lecturer = z.strictObject({
  id: packId,
  name: line(40),
  title: line(60).optional(),
  ...lecturerFields,
  photo: z.union([picture, image]).optional(),
  account: line(200).optional(),
});
export const lecturersFile = z.strictObject({ lecturers: z.array(lecturer) });

/** A position in a video: `75`, `1:15` or `1:02:05`, in seconds. */
const videoTime = z.preprocess(
  (value) => (typeof value === "number" ? String(value) : value),
  z
    .string("应写成 1:15 这样，或秒数")
    .regex(/^(?:(?:\d{1,2}:)?[0-5]?\d:[0-5]\d|\d{1,5})$/, "应写成 1:15 这样，或秒数")
    .transform((value) => value.split(":").reduce((sum, part) => sum * 60 + Number(part), 0))
    .pipe(z.number().max(positionMax, "太长")),
);

const slide = z.strictObject({
  at: videoTime.optional(),
  title: line(80),
  text: text(4_000).default(""),
  picture: z.strictObject({ image, alt: line(200) }).optional(),
});

const lesson = z
  .strictObject({
    id: packId,
    title: line(80),
    minutes,
    videos: z
      .array(
        z
          .string()
          .refine(
            (value) => mediaFile("webm").test(value) || mediaFile("mp4").test(value),
            "视频应写成 media/名称.webm 或 media/名称.mp4",
          ),
      )
      .min(1, "不写视频就不要写 videos")
      .max(2, "最多两个：同一段录像的 WebM 和 MP4")
      .optional(),
    poster: image.optional(),
    captions: z.string().regex(mediaFile("vtt"), "字幕应写成 media/名称.vtt").optional(),
    slides: listOf(slide, 200).default([]),
    text: text(40_000).default(""),
  })
  .superRefine(({ videos, poster, captions, slides, text: words }, context) => {
    const wrong = (path: PropertyKey[], message: string) =>
      context.addIssue({ code: "custom", path, message });
    if (videos && poster === undefined) wrong(["poster"], "有视频的课要有 poster");
    if (videos && captions === undefined) wrong(["captions"], "有视频的课要有 captions");
    if (!videos && poster !== undefined) wrong(["poster"], "没有视频的课不写 poster");
    if (!videos && captions !== undefined) wrong(["captions"], "没有视频的课不写 captions");
    if (words.trim() === "" && slides.length === 0) wrong(["text"], "text 和 slides 至少写一样");
    if (videos && videos.length === 2 && new Set(videos.map((name) => name.slice(-4))).size === 1)
      wrong(["videos", 1], "两个视频应一个是 .webm，一个是 .mp4");
    for (const [index, { at }] of slides.entries()) {
      const before = slides[index - 1]?.at;
      if (at !== undefined && !videos) wrong(["slides", index, "at"], "没有视频的课不写 at");
      if (at !== undefined && before !== undefined && at <= before)
        wrong(["slides", index, "at"], "要晚于前一页的 at");
    }
  });

const chapter = z.strictObject({ title: line(60), lessons: z.array(lesson).min(1, "没有课") });

export const courseFront = z.strictObject({
  id: packId,
  title: line(80),
  summary: line(200),
  class: packId,
  level: packId,
  lecturers: listOf(packId, 10).default([]),
  cover: z.strictObject({ image, alt: line(120) }).optional(),
  products: listOf(packId, 50).default([]),
  resources: listOf(packId, 50).default([]),
  tags: listOf(z.preprocess(tagText, line(20)), 5).default([]),
  section: z
    .string()
    .regex(/^[a-z0-9-]+$/, "section 是 sections.yaml 里版块的 key")
    .optional(),
  from: moment,
  live: z
    .strictObject({
      starts: moment,
      minutes,
      url: outsideUrl,
      replay: z.union([packId, outsideUrl], "replay 应是这门课里一节课的 id，或 https:// 地址").optional(),
    })
    .optional(),
  certificate: z.strictObject({ name: line(60), exam: packId.optional() }).optional(),
  chapters: z.array(chapter).min(1, "没有章").max(50, "最多 50 章"),
});

const questionType = coded(
  "type",
  questionTypes.map(({ code }) => code) as [(typeof questionTypes)[number]["code"]],
);
const letters = "ABCDEFGH";
const answerWords = z.preprocess(tagText, line(blankMax));

const question = z
  .strictObject({
    type: questionType,
    text: text(4_000).min(1, "不能为空"),
    options: z
      .array(z.preprocess(tagText, text(1_000)))
      .max(optionsMax, `最多 ${optionsMax} 项`)
      .optional(),
    answer: z.union(
      [z.boolean(), answerWords, z.array(answerWords).min(1, "没有答案").max(20, "最多 20 个")],
      "缺少答案：单选写一个字母，多选写几个字母，判断写 true 或 false，填空写可以接受的答案",
    ),
    points: z.number().int("应为整数").min(1, "应为正整数").max(100, "最多 100").default(1),
    why: text(4_000).default(""),
  })
  .transform(({ answer, options = [], ...rest }, context) => {
    const wrong = (path: string, message: string) =>
      context.addIssue({ code: "custom", path: [path], message });
    const chosen = [answer].flat().map(String);
    const { type } = rest;
    const choosing = type === "single" || type === "multiple";
    if (choosing && options.length < 2) wrong("options", "选择题至少要有两项");
    if (!choosing && options.length > 0) wrong("options", "只有选择题写 options");
    if (type === "judge" && typeof answer !== "boolean") wrong("answer", "判断题的答案写 true 或 false");
    if (type !== "judge" && typeof answer === "boolean") wrong("answer", "只有判断题的答案是 true 或 false");
    if (type === "single" && chosen.length !== 1) wrong("answer", "单选题只有一个答案");
    if (choosing && typeof answer !== "boolean") {
      const there = letters.slice(0, options.length);
      const missing = chosen.find((letter) => letter.length !== 1 || !there.includes(letter));
      if (missing !== undefined) wrong("answer", `没有选项 ${missing}，答案写选项的字母`);
      if (new Set(chosen).size < chosen.length) wrong("answer", "同一个字母写了两次");
    }
    return { ...rest, options, answer: choosing ? [...chosen].sort() : chosen };
  });

export const examFile = z
  .strictObject({
    id: packId,
    course: packId,
    title: line(80),
    summary: line(300).optional(),
    minutes,
    draw: z
      .number()
      .int("应为整数")
      .min(1, "应为正整数")
      .max(questionsMax, `最多 ${questionsMax} 道`)
      .optional(),
    pass: z.number().int("应为整数").min(1, "至少 1").max(100, "最多 100"),
    attempts: z.number().int("应为整数").min(0, "0 表示不限").max(100, "最多 100").default(0),
    wait: z
      .number()
      .int("应为整数")
      .min(0, "0 表示不用等")
      .max(examWaitMax, `最多 ${examWaitMax} 分钟，一周`)
      .default(examWaitDefault),
    questions: z.array(question).min(1, "没有题目").max(1_000, "最多 1000 道"),
  })
  .superRefine(({ draw, questions }, context) => {
    if (draw !== undefined && draw > questions.length)
      context.addIssue({ code: "custom", path: ["draw"], message: `题目只有 ${questions.length} 道` });
    if (draw === undefined && questions.length > questionsMax)
      context.addIssue({ code: "custom", path: ["draw"], message: `超过 ${questionsMax} 道题时要写 draw` });
  });

const email = z
  .string("邮箱格式有误")
  .max(200, "不能超过 200 个字符")
  .refine((value) => emailField.safeParse(value).success, "邮箱格式有误");
/** An optional address outside the portal. */
const optionalUrl = outsideUrl.optional();

export const talentsFront = z.strictObject({
  title: line(60),
  summary: line(300).optional(),
  /** The tag of students' works in the forum. */
  works: z.preprocess(tagText, line(20)).optional(),
  programmes: listOf(
    z
      .strictObject({
        id: packId,
        name: line(60),
        summary: line(300),
        audience: line(100).optional(),
        text: text(20_000).default(""),
        cover: z.strictObject({ image, alt: line(120) }).optional(),
        from: day.optional(),
        until: day.optional(),
        url: optionalUrl,
        courses: listOf(packId, 50).default([]),
      })
      .refine(({ from, until }) => !from || !until || from <= until, {
        path: ["until"],
        message: "不能早于 from",
      }),
    100,
  ).default([]),
  schools: listOf(
    z.strictObject({
      name: line(60),
      city: line(40).optional(),
      summary: line(200).optional(),
      url: optionalUrl,
    }),
    500,
  ).default([]),
  labs: listOf(
    z.strictObject({
      name: line(80),
      school: line(60).optional(),
      summary: line(300).optional(),
      since: wordLine(20).optional(),
      url: optionalUrl,
    }),
    200,
  ).default([]),
  internships: listOf(
    z.strictObject({
      name: line(80),
      organisation: line(80).optional(),
      city: line(40).optional(),
      summary: line(300).optional(),
      until: day.optional(),
      url: optionalUrl,
    }),
    500,
  ).default([]),
  contacts: listOf(
    z.strictObject({
      name: line(40),
      role: line(60).optional(),
      email: email.optional(),
      phone: wordLine(40).optional(),
    }),
    50,
  ).default([]),
});

export type TrainingFile = z.output<typeof trainingFile>;
export type LecturersFile = z.output<typeof lecturersFile>;
export type PackLecturer = LecturersFile["lecturers"][number];
export type CourseFront = z.output<typeof courseFront>;
export type PackLesson = CourseFront["chapters"][number]["lessons"][number];
export type PackExam = z.output<typeof examFile>;
export type TalentsFront = z.output<typeof talentsFront>;
