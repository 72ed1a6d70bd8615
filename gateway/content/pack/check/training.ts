import type { Catalogue } from "../parse/catalogue";
import type { PackText } from "../parse/text";
import type { Problem } from "../problems";
import type { CourseFront, PackLesson } from "../schemas/training";
import type { KnownKeys } from "./known-keys";
import { checkMarkdown } from "./links";
import { checkTree, eachKnown, type ReportAt, reportingAt, reportingIn, unique } from "./references";

type Course = PackText<CourseFront>;

/** Checks the texts of a question of a lesson or an exam. */
function checkQuestion(
  { text, options, why }: { text: string; options: string[]; why: string },
  at: PropertyKey[],
  read: (steps: PropertyKey[], source: string) => void,
) {
  read([...at, "text"], text);
  read([...at, "why"], why);
  for (const [option, source] of options.entries()) read([...at, "options", option], source);
}

function checkLesson(
  lesson: PackLesson,
  path: PropertyKey[],
  course: Course,
  keys: KnownKeys,
  problems: Problem[],
) {
  const report = reportingAt(course, problems);
  const { videos = [], poster, captions, slides, quiz = [] } = lesson;
  for (const [index, name] of videos.entries())
    if (!keys.files.has(name)) report([...path, "videos", index], `没有文件 ${name}`);
  if (poster !== undefined && !keys.pictures.has(poster)) report([...path, "poster"], `没有图片 ${poster}`);
  if (captions !== undefined && !keys.files.has(captions))
    report([...path, "captions"], `没有文件 ${captions}`);
  const read = (steps: PropertyKey[], source: string) =>
    checkMarkdown({ file: course.file, source, line: course.lineOf([...path, ...steps]) }, keys, problems);
  read(["text"], lesson.text);
  for (const [index, { text, picture }] of slides.entries()) {
    read(["slides", index, "text"], text);
    if (picture && !keys.pictures.has(picture.image))
      report([...path, "slides", index, "picture", "image"], `没有图片 ${picture.image}`);
  }
  for (const [index, question] of quiz.entries()) checkQuestion(question, ["quiz", index], read);
}

/** Checks the names in the front matter of a course, without its chapters. */
function checkCourse({ front }: Course, { exams }: Catalogue, keys: KnownKeys, report: ReportAt) {
  if (!keys.courseClasses.has(front.class)) report(["class"], `training.yaml 里没有分类 ${front.class}`);
  if (!keys.courseLevels.has(front.level)) report(["level"], `training.yaml 里没有级别 ${front.level}`);
  eachKnown(front.lecturers, keys.lecturers, ["lecturers"], "讲师", report);
  eachKnown(front.products, keys.products, ["products"], "产品", report);
  eachKnown(front.resources, keys.resources, ["resources"], "资源", report);
  if (front.section !== undefined && !keys.sectionKeys.has(front.section))
    report(["section"], `sections.yaml 里没有版块 ${front.section}`);
  for (const [index, tag] of front.tags.entries())
    if (!keys.tags.has(tag.toLowerCase())) report(["tags", index], `tags.yaml 和帖子里都没有标签 ${tag}`);
  if (front.cover && !keys.pictures.has(front.cover.image))
    report(["cover", "image"], `没有图片 ${front.cover.image}`);
  const lessons = front.chapters.flatMap(({ lessons }) => lessons.map(({ id }) => id));
  const replay = front.live?.replay;
  if (typeof replay === "number" && !lessons.includes(replay))
    report(["live", "replay"], `这门课里没有编号为 ${replay} 的课`);
  const exam = front.certificate?.exam;
  if (exam === undefined) return;
  if (!keys.exams.has(exam)) report(["certificate", "exam"], `没有考试 ${exam}`);
  const other = exams.find(({ value }) => value.id === exam && value.course !== front.id);
  if (other) report(["certificate", "exam"], `考试 ${exam} 是课程 ${other.value.course} 的`);
}

/** Checks that each learning path is there once, and that its courses are there. */
function checkPaths({ paths }: Catalogue, keys: KnownKeys, problems: Problem[]) {
  if (!paths) return;
  const report = reportingIn("paths.yaml", paths, problems);
  const seen = new Map<number, string>();
  for (const [index, { id, title, courses }] of paths.value.paths.entries()) {
    unique(seen, id, `“${title}”`, (message) => report(["paths", index, "id"], message));
    for (const [at, { course }] of courses.entries())
      if (!keys.courses.has(course)) report(["paths", index, "courses", at, "course"], `没有课程 ${course}`);
  }
}

/** Checks classes, levels, lecturers, paths, courses with their lessons, exams, and the university pages. */
export function checkTraining(catalogue: Catalogue, keys: KnownKeys, problems: Problem[]) {
  const { training, lecturers, courses, exams, talents } = catalogue;
  checkTree(training, training?.value.classes ?? [], ["training.yaml", "classes"], problems);
  checkTree(training, training?.value.levels ?? [], ["training.yaml", "levels"], problems);
  checkTree(lecturers, lecturers?.value.lecturers ?? [], ["lecturers.yaml", "lecturers"], problems);
  for (const [index, { photo, account }] of (lecturers?.value.lecturers ?? []).entries()) {
    const report = reportingIn("lecturers.yaml", lecturers ?? { lineOf: () => 1 }, problems);
    if (photo && !keys.pictures.has(photo)) report(["lecturers", index, "photo"], `没有图片 ${photo}`);
    if (account && !account.includes("@") && !keys.members.has(account))
      report(["lecturers", index, "account"], `members.yaml 里没有成员 ${account}`);
  }
  checkPaths(catalogue, keys, problems);
  const [seen, seenLessons, seenExams] = [
    new Map<number, string>(),
    new Map<number, string>(),
    new Map<number, string>(),
  ];
  for (const course of courses) {
    const report = reportingAt(course, problems);
    unique(seen, course.front.id, course.file, (message) => report(["id"], message));
    checkCourse(course, catalogue, keys, report);
    checkMarkdown({ file: course.file, source: course.source, line: course.bodyLine }, keys, problems);
    for (const [chapter, { lessons }] of course.front.chapters.entries())
      for (const [index, lesson] of lessons.entries()) {
        const path = ["chapters", chapter, "lessons", index];
        const place = `${course.file} 的“${lesson.title}”`;
        unique(seenLessons, lesson.id, place, (message) => report([...path, "id"], message));
        checkLesson(lesson, path, course, keys, problems);
      }
  }
  for (const { file, value, lineOf } of exams) {
    const report = reportingAt({ file, lineOf }, problems);
    unique(seenExams, value.id, file, (message) => report(["id"], message));
    if (!keys.courses.has(value.course)) report(["course"], `没有课程 ${value.course}`);
    for (const [index, question] of value.questions.entries())
      checkQuestion(question, ["questions", index], (steps, source) =>
        checkMarkdown({ file, source, line: lineOf(steps) }, keys, problems),
      );
  }
  if (!talents) return;
  const report = reportingAt(talents, problems);
  checkMarkdown({ file: talents.file, source: talents.source, line: talents.bodyLine }, keys, problems);
  const { programmes, works } = talents.front;
  if (works !== undefined && !keys.tags.has(works.toLowerCase()))
    report(["works"], `tags.yaml 和帖子里都没有标签 ${works}`);
  const seenProgrammes = new Map<number, string>();
  for (const [index, { id, name, cover, courses: courseIds, text }] of programmes.entries()) {
    const path = ["programmes", index];
    unique(seenProgrammes, id, `“${name}”`, (message) => report([...path, "id"], message));
    if (cover && !keys.pictures.has(cover.image))
      report([...path, "cover", "image"], `没有图片 ${cover.image}`);
    eachKnown(courseIds, keys.courses, [...path, "courses"], "课程", report);
    checkMarkdown(
      { file: talents.file, source: text, line: talents.lineOf([...path, "text"]) },
      keys,
      problems,
    );
  }
}
