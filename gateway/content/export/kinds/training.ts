import type { QuizType } from "contract/training/quizzes/constants";
import { judgedCode } from "../../load/questions/questions";
import { type ExportedFiles, pictured, withoutEmpty } from "../exported-files";
import type { Typed } from "./texts";
import { filesByKey, type PieceWriter, writesTexts } from "./writer";

type Lesson = Typed<"courses">["chapters"][number]["lessons"][number];

interface TypedQuestion {
  type: QuizType;
  answer?: unknown[] | undefined;
  text: string;
  options?: unknown[] | undefined;
  why?: string | undefined;
}

/** A question of an exam or a lesson as a pack has it. */
const questionOf = (
  files: ExportedFiles,
  { type, answer = [], text, why, options = [], ...question }: TypedQuestion,
) =>
  withoutEmpty({
    type,
    ...question,
    text: files.placed(text),
    options: options.map((option) => files.placed(String(option))),
    answer: type === "judge" ? judgedCode(String(answer[0] ?? "")) === "true" : answer.map(String),
    why: why && files.placed(why),
  });

/** A lesson as a pack has it. A version has its video whole, so the name that a form types is none of its values. */
function lessonOf(files: ExportedFiles, { video, slides = [], quiz = [], text, ...lesson }: Lesson) {
  const recording = typeof video === "object" ? video : undefined;
  return withoutEmpty({
    ...lesson,
    videos: recording?.files.map(({ name }) => files.recording(name)),
    poster: recording && files.picture(recording.poster.name),
    captions: recording?.captions ? files.recording(recording.captions) : undefined,
    text: text && files.placed(text),
    slides: slides.map(({ picture: [picture] = [], text: words, ...slide }) =>
      withoutEmpty({
        ...slide,
        text: words && files.placed(words),
        picture: picture && pictured(files, picture),
      }),
    ),
    quiz: quiz.map((question) => questionOf(files, question)),
  });
}

export const writeCourses = writesTexts({
  folder: "courses",
  present: ({ catalogue }) => filesByKey(catalogue.courses, ({ id }) => id),
  write(body, key, { files, sectionKeys }) {
    const { content = "", cover, chapters, section, certificate, exam, ...course } = body as Typed<"courses">;
    const { liveStarts, liveMinutes, liveUrl, replay, ...front } = course;
    return {
      front: {
        id: Number(key),
        ...front,
        cover: cover && pictured(files, cover),
        section: section === undefined ? undefined : sectionKeys.get(section),
        live:
          liveStarts === undefined
            ? undefined
            : withoutEmpty({
                starts: liveStarts,
                minutes: liveMinutes,
                url: liveUrl,
                replay: replay && /^\d+$/.test(replay) ? Number(replay) : replay,
              }),
        certificate: certificate === undefined ? undefined : withoutEmpty({ name: certificate, exam }),
        chapters: chapters.map(({ title, lessons }) => ({
          title,
          lessons: lessons.map((lesson) => lessonOf(files, lesson)),
        })),
      },
      content: files.placed(content),
    };
  },
});

/** Each exam is a file with its bank. */
export const writeExams: PieceWriter = ({ pack, files }, pieces) => {
  const paths = new Map(pack.catalogue.exams.map(({ file, value }) => [String(value.id), file]));
  for (const { key, body } of pieces) {
    const path = paths.get(key) ?? `exams/${key}.yaml`;
    if (body === null) {
      files.texts.delete(path);
      continue;
    }
    const { questions, ...exam } = body as Typed<"exams">;
    files.writeYaml(path, {
      id: Number(key),
      ...exam,
      questions: questions.map((question) => questionOf(files, question)),
    });
  }
};
