import { judgedCode } from "../../load/catalogue/exam-body";
import { type ExportedFiles, pictured, withoutEmpty } from "../exported-files";
import type { Typed } from "./texts";
import { filesByKey, type PieceWriter, writesTexts } from "./writer";

type Lesson = Typed<"courses">["chapters"][number]["lessons"][number];

/** A lesson as a pack has it. A version has its video whole, so the name that a form types is none of its values. */
function lessonOf(files: ExportedFiles, { video, slides = [], text, ...lesson }: Lesson) {
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
      questions: questions.map(({ type, answer, text, why, options = [], ...question }) => {
        const answers = answer.map(String);
        return withoutEmpty({
          type,
          ...question,
          text: files.placed(text),
          options: options.map((option) => files.placed(String(option))),
          answer: type === "judge" ? judgedCode(answers[0] ?? "") === "true" : answers,
          why: why && files.placed(why),
        });
      }),
    });
  }
};
