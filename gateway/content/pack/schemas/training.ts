import { image, line, mediaFile, moment, outsideUrl, packId, picture } from "contract/content/fields";
import {
  askedTwice,
  certificateName,
  chapterTitle,
  courseFields,
  hasFewQuestions,
  lessonFields,
  liveMinutes,
  packLessonSays,
  quizFields,
  slideFields,
  tooManyAsked,
  wrongInLesson,
} from "contract/content/kinds/course-body";
import { bankFields, examFields, wrongDraw } from "contract/content/kinds/exam-body";
import {
  answerLines,
  answerWords,
  packAnswer,
  packQuestion,
  questionOptions,
} from "contract/content/kinds/question-body";
import { isOrderly, programmeFields, talentsFields } from "contract/content/kinds/site/talents-body";
import { lecturerFields, pathCoursesMax, pathFields, wrongSteps } from "contract/content/kinds/training-body";
import { quizMax } from "contract/training/quizzes/constants";
import { z } from "zod";

/** training.yaml, lecturers.yaml, paths.yaml, courses/*.md, exams/*.yaml and talents.md (content/README.md). */

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

const path = z
  .strictObject({
    id: packId,
    ...pathFields,
    courses: z
      .array(z.strictObject({ course: packId, needs: z.array(packId).default([]) }))
      .min(1, "至少要有一门课程")
      .max(pathCoursesMax, `最多 ${pathCoursesMax} 个`),
  })
  .superRefine(({ courses }, context) => {
    for (const { at, field, message } of wrongSteps(courses))
      context.addIssue({ code: "custom", path: ["courses", at, field], message });
  });
export const pathsFile = z.strictObject({ paths: z.array(path) });

const term = z.strictObject({
  term: line(40),
  /** Other spellings of it. */
  also: z.array(line(40)).max(10, "最多 10 个").default([]),
  text: line(400),
});

/** The words that lessons explain where they use them; the spelling of one is nobody else's. */
export const glossaryFile = z
  .strictObject({ terms: z.array(term).max(1_000, "最多 1000 个") })
  .superRefine(({ terms }, context) => {
    const seen = new Set<string>();
    for (const [at, { term: own, also }] of terms.entries())
      for (const spelling of [own, ...also]) {
        const plain = spelling.toLowerCase();
        if (seen.has(plain))
          context.addIssue({ code: "custom", path: ["terms", at], message: `${spelling} 写了两次` });
        seen.add(plain);
      }
  });

const slide = z.strictObject({
  ...slideFields,
  picture: z.strictObject({ image, alt: line(200) }).optional(),
});

const quizQuestion = z
  .strictObject({ ...quizFields, options: questionOptions.optional(), answer: packAnswer(answerLines) })
  .transform(packQuestion);

const lesson = z
  .strictObject({
    ...lessonFields,
    id: packId,
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
    // Absent without one, so that a lesson of before has the same fingerprint.
    quiz: listOf(quizQuestion, quizMax).optional(),
  })
  .superRefine(({ videos, poster, captions, slides, text: words, quiz = [] }, context) => {
    const wrong = (path: PropertyKey[], message: string) =>
      context.addIssue({ code: "custom", path, message });
    if (videos && poster === undefined) wrong(["poster"], "有视频的课要有 poster");
    if (videos && captions === undefined) wrong(["captions"], "有视频的课要有 captions");
    if (!videos && poster !== undefined) wrong(["poster"], "没有视频的课不写 poster");
    if (!videos && captions !== undefined) wrong(["captions"], "没有视频的课不写 captions");
    if (videos && videos.length === 2 && new Set(videos.map((name) => name.slice(-4))).size === 1)
      wrong(["videos", 1], "两个视频应一个是 .webm，一个是 .mp4");
    for (const [path, message] of wrongInLesson(
      { hasVideo: videos !== undefined, text: words, slides },
      packLessonSays,
    ))
      wrong(path, message);
    for (const [path, message] of askedTwice(quiz)) wrong(["quiz", ...path], message);
  });

const chapter = z.strictObject({ title: chapterTitle, lessons: z.array(lesson).min(1, "没有课") });

export const courseFront = z.strictObject({
  ...courseFields,
  id: packId,
  cover: z.strictObject({ image, alt: line(120) }).optional(),
  section: z
    .string()
    .regex(/^[a-z0-9-]+$/, "section 是 sections.yaml 里版块的 key")
    .optional(),
  live: z
    .strictObject({
      starts: moment,
      minutes: liveMinutes,
      url: outsideUrl,
      replay: z.union([packId, outsideUrl], "replay 应是这门课里一节课的 id，或 https:// 地址").optional(),
    })
    .optional(),
  certificate: z.strictObject({ name: certificateName, exam: packId.optional() }).optional(),
  chapters: z.array(chapter).min(1, "没有章").max(50, "最多 50 章").refine(hasFewQuestions, tooManyAsked),
});

const question = z
  .strictObject({ ...bankFields, options: questionOptions.optional(), answer: packAnswer(answerWords) })
  .transform(packQuestion);

export const examFile = z
  .strictObject({
    ...examFields,
    id: packId,
    questions: z.array(question).min(1, "没有题目").max(1_000, "最多 1000 道"),
  })
  .superRefine((exam, context) => {
    const message = wrongDraw(exam);
    if (message !== null) context.addIssue({ code: "custom", path: ["draw"], message });
  });

const programme = z
  .strictObject({
    id: packId,
    ...programmeFields,
    cover: z.strictObject({ image, alt: line(120) }).optional(),
  })
  .refine(isOrderly, { path: ["until"], message: "不能早于 from" });
export const talentsFront = z.strictObject({
  ...talentsFields,
  programmes: listOf(programme, 100).default([]),
});

export type TrainingFile = z.output<typeof trainingFile>;
export type LecturersFile = z.output<typeof lecturersFile>;
export type GlossaryFile = z.output<typeof glossaryFile>;
export type PathsFile = z.output<typeof pathsFile>;
export type PackPath = PathsFile["paths"][number];
export type PackLecturer = LecturersFile["lecturers"][number];
export type CourseFront = z.output<typeof courseFront>;
export type PackLesson = CourseFront["chapters"][number]["lessons"][number];
export type PackExam = z.output<typeof examFile>;
export type TalentsFront = z.output<typeof talentsFront>;
