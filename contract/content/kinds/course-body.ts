import { z } from "zod";
import { withoutControls } from "../../base/fields";
import { positionMax } from "../../training/constants";
import { type QuizType, quizMax, quizTypes } from "../../training/quizzes/constants";
import { coded, line, moment, outsideUrl, packId, tagText } from "../fields";
import { courseWords } from "./course-words";
import { plannedMinutes } from "./exam-body";
import {
  answerLines,
  answersOf,
  formQuestionSays,
  inOrder,
  questionFields,
  questionOptions,
  wrongInQuestion,
} from "./question-body";
import { contentText, storedName, storedPicture } from "./stored";

/** The schema of a course; its fields check a pack's courses too (gateway/content/pack/schemas/training.ts). */

const { chapters: chapterWords } = courseWords;
const { lessons: lessonWords } = chapterWords.columns;
const { slides: slideWords } = lessonWords.columns;
const text = (max: number) => z.string().max(max, `不能超过 ${max} 个字符`).transform(withoutControls);
const listOf = <Item extends z.ZodType>(item: Item, max: number) => z.array(item).max(max, `最多 ${max} 个`);

/** A position in a video: `75`, `1:15` or `1:02:05`, in seconds. */
const videoTime = z.preprocess(
  (value) => (typeof value === "number" ? String(value) : value),
  z
    .string("应写成 1:15 这样，或秒数")
    .regex(/^(?:(?:\d{1,2}:)?[0-5]?\d:[0-5]\d|\d{1,5})$/, "应写成 1:15 这样，或秒数")
    .transform((value) => value.split(":").reduce((sum, part) => sum * 60 + Number(part), 0))
    .pipe(z.number().max(positionMax, "太长")),
);

/** What a slide, a lesson and a course of a pack and those of the browser have in common. */
export const slideFields = {
  at: videoTime.optional(),
  title: line(slideWords.columns.title.max),
  text: text(slideWords.columns.text.max).default(""),
};
/** What a question inside a lesson of a pack and one of the browser have in common. */
export const quizFields = {
  type: coded("type", quizTypes.map(({ code }) => code) as [QuizType, ...QuizType[]]),
  ...questionFields,
};
export const lessonFields = {
  title: line(lessonWords.columns.title.max),
  minutes: plannedMinutes,
  text: text(lessonWords.columns.text.max).default(""),
};
export const chapterTitle = line(chapterWords.columns.title.max);
export const courseFields = {
  title: line(courseWords.title.max),
  summary: line(courseWords.summary.max),
  class: packId,
  level: packId,
  lecturers: listOf(packId, courseWords.lecturers.max).default([]),
  products: listOf(packId, courseWords.products.max).default([]),
  resources: listOf(packId, courseWords.resources.max).default([]),
  tags: listOf(z.preprocess(tagText, line(20)), courseWords.tags.max).default([]),
  from: moment,
};
export const liveMinutes = plannedMinutes;
export const certificateName = line(courseWords.certificate.max);

interface LessonFacts {
  hasVideo: boolean;
  text: string;
  slides: { at?: number | undefined }[];
}

/** What is wrong with a lesson, in the words of a pack's file and in those of the form. */
export const packLessonSays = {
  empty: "text 和 slides 至少写一样",
  noVideo: "没有视频的课不写 at",
  order: "要晚于前一页的 at",
};
const formLessonSays: typeof packLessonSays = {
  empty: "讲义和幻灯片至少写一样",
  noVideo: "没有视频的课不写时间",
  order: "要晚于前一页的时间",
};

/** What a lesson lacks, and times of slides that contradict each other, by their places. */
export function wrongInLesson(
  { hasVideo, text: words, slides }: LessonFacts,
  says: typeof packLessonSays,
): [path: PropertyKey[], message: string][] {
  const wrong: [path: PropertyKey[], message: string][] = [];
  if (words.trim() === "" && slides.length === 0) wrong.push([["text"], says.empty]);
  for (const [index, { at }] of slides.entries()) {
    const before = slides[index - 1]?.at;
    if (at !== undefined && !hasVideo) wrong.push([["slides", index, "at"], says.noVideo]);
    if (at !== undefined && before !== undefined && at <= before)
      wrong.push([["slides", index, "at"], says.order]);
  }
  return wrong;
}

interface Asked {
  type: QuizType;
  text: string;
  options: string[];
}

/** The questions that stand twice in a lesson, by their places: answers find their question by what it says. */
export function askedTwice(questions: Asked[]): [path: PropertyKey[], message: string][] {
  const marks = questions.map(({ type, text: asked, options }) =>
    JSON.stringify([type, asked.trim(), options.map((option) => option.trim())]),
  );
  return marks.flatMap((mark, index) =>
    marks.indexOf(mark) < index ? [[[index, "text"], "这道题写了两次"] as const] : [],
  ) as [PropertyKey[], string][];
}

/**
 * The video of a lesson with all that belongs to it. A form names it by its first file; the gateway finds the rest, so
 * that a version has it whole.
 */
export const storedVideo = z.strictObject({
  files: z.array(z.strictObject({ name: storedName, type: z.string(), bytes: z.number() })).min(1),
  seconds: z.number(),
  width: z.number(),
  height: z.number(),
  poster: storedPicture.extend({ width: z.number(), height: z.number() }),
  captions: storedName.nullable(),
  transcript: z.array(z.strictObject({ at: z.number(), until: z.number(), text: z.string() })),
});
export type StoredVideo = z.output<typeof storedVideo>;

const pictures = z
  .array(storedPicture.extend({ alt: line(200) }))
  .max(1, "只能有一张")
  .default([]);
const slideShape = z.strictObject({ ...slideFields, picture: pictures });
const typedQuestion = z.strictObject({
  ...quizFields,
  options: questionOptions.default([]),
  answer: answersOf(answerLines).default([]),
});
const questionShape = typedQuestion.transform(inOrder).superRefine((question, context) => {
  if (question.answer.length === 0)
    context.addIssue({ code: "custom", path: ["answer"], message: "没有答案" });
  else
    for (const [field, message] of wrongInQuestion(question, formQuestionSays))
      context.addIssue({ code: "custom", path: [field], message });
});
const draftQuiz = listOf(typedQuestion.transform(inOrder), quizMax).default([]);
const quizShape = listOf(questionShape, quizMax)
  .superRefine((questions, context) => {
    for (const [path, message] of askedTwice(questions)) context.addIssue({ code: "custom", path, message });
  })
  .default([]);
const typedLesson = z.strictObject({
  ...lessonFields,
  /** Of a lesson that has been saved: by it learners' progress finds the lesson again. */
  id: packId.optional(),
  video: z.union([storedName, storedVideo], "没有这段视频").optional(),
  slides: listOf(slideShape, slideWords.max).default([]),
  quiz: draftQuiz,
});
const lessonShape = typedLesson
  .extend({ quiz: quizShape })
  .superRefine(({ video, text: words, slides }, context) => {
    for (const [path, message] of wrongInLesson(
      { hasVideo: video !== undefined, text: words, slides },
      formLessonSays,
    ))
      context.addIssue({ code: "custom", path, message });
  });

interface MeasuredLesson {
  text: string;
  slides: { text: string }[];
  quiz: { text: string; why: string; options: string[]; answer: string[] }[];
}

/** The most characters of all lessons together, so that a course is no larger than a call may be. */
const lessonsMaximum = 600_000;
const charactersOf = ({ text: words, slides, quiz }: MeasuredLesson): number =>
  words.length +
  slides.reduce((sum, slide) => sum + slide.text.length, 0) +
  quiz.reduce(
    (sum, { text: asked, why, options, answer }) =>
      sum + asked.length + why.length + [...options, ...answer].join("").length,
    0,
  );
const isSmall = (chapters: { lessons: MeasuredLesson[] }[]) =>
  chapters.flatMap(({ lessons }) => lessons).reduce((sum, lesson) => sum + charactersOf(lesson), 0) <=
  lessonsMaximum;
/** The most slides of all lessons together, so that the form with all its fields can be posted. */
const slidesMaximum = 600;
const hasFewSlides = (chapters: { lessons: { slides: unknown[] }[] }[]) =>
  chapters.flatMap(({ lessons }) => lessons).reduce((sum, { slides }) => sum + slides.length, 0) <=
  slidesMaximum;
/** The most questions of all lessons together, for the same reason; a pack's course is edited in the form too. */
const questionsMaximum = 200;
export const hasFewQuestions = (chapters: { lessons: { quiz?: unknown[] | undefined }[] }[]) =>
  chapters.flatMap(({ lessons }) => lessons).reduce((sum, { quiz = [] }) => sum + quiz.length, 0) <=
  questionsMaximum;
export const tooManyAsked = `各课的随堂练习合计最多 ${questionsMaximum} 题`;
const tooMany = `各课的幻灯片合计最多 ${slidesMaximum} 页`;
const tooLong = `各课的讲义、幻灯片和练习合计不能超过 ${lessonsMaximum / 10_000} 万个字符`;

const chapterOf = <Lesson extends z.ZodType>(lesson: Lesson) =>
  z.strictObject({ title: chapterTitle, lessons: listOf(lesson, lessonWords.max).default([]) });
const chapterShape = z.strictObject({
  title: chapterTitle,
  lessons: listOf(lessonShape, lessonWords.max).min(1, "这一章还没有课时"),
});

/** A lesson of the course, by its number, or an address elsewhere. */
const replay = z
  .string()
  .refine(
    (value) => /^[1-9]\d{0,9}$/.test(value) || outsideUrl.safeParse(value).success,
    "应是这门课里一节课的编号，或 https:// 地址",
  );

const courseBase = z.strictObject({
  ...courseFields,
  cover: storedPicture.optional(),
  content: contentText.default(""),
  chapters: listOf(chapterShape, chapterWords.max)
    .min(1, "至少要有一章")
    .refine(isSmall, tooLong)
    .refine(hasFewSlides, tooMany)
    .refine(hasFewQuestions, tooManyAsked),
  section: packId.optional(),
  certificate: certificateName.optional(),
  exam: packId.optional(),
  liveStarts: moment.optional(),
  liveMinutes: liveMinutes.optional(),
  liveUrl: outsideUrl.optional(),
  replay: replay.optional(),
});
export const courseShape = courseBase.superRefine((course, context) => {
  const wrong = (field: string, message: string) =>
    context.addIssue({ code: "custom", path: [field], message });
  const { certificate, exam, liveStarts, liveMinutes: length, liveUrl, replay: watched } = course;
  if (exam !== undefined && certificate === undefined) wrong("certificate", "选了考试，要写证书的名称");
  if (liveStarts === undefined) {
    if (length !== undefined) wrong("liveMinutes", "有直播才填");
    if (liveUrl !== undefined) wrong("liveUrl", "有直播才填");
    if (watched !== undefined) wrong("replay", "有直播才填");
    return;
  }
  if (length === undefined) wrong("liveMinutes", "请填写直播要多少分钟");
  if (liveUrl === undefined) wrong("liveUrl", "请填写直播地址");
});
/** A draft may have no chapter yet, and lessons of which only the title is known. */
export const courseDraft = courseBase
  .partial()
  .required({ title: true })
  .extend({
    chapters: listOf(
      chapterOf(typedLesson.extend({ minutes: lessonFields.minutes.optional() })),
      chapterWords.max,
    )
      .refine(isSmall, tooLong)
      .refine(hasFewSlides, tooMany)
      .refine(hasFewQuestions, tooManyAsked)
      .default([]),
  });
export type CourseBody = z.output<typeof courseShape>;
export type CourseDraft = z.output<typeof courseDraft>;
