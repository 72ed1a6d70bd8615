import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import * as tables from "gateway/database/schema";
import { addPieces, openVideo } from "gateway/files/storage/store";
import { type Member, next, type TestGateway } from "./test-gateway";

/** A file whose content is a real video. */
export const smallVideo = readFileSync("content/demo/media/int8-quantise.webm");

/** A course with everything that belongs to it. */
export interface SceneTraining {
  course: number;
  lesson: number;
  exam: number;
  lecturer: number;
  /** A learning path of the course alone. */
  path: number;
  /** A running attempt of the person's. */
  attempt: number;
  /** The public id of a certificate of the person's. */
  certificate: string;
  /** A recording that the person has handed in. */
  upload: number;
  /** A recording whose pieces are all uploaded, but which is not finished. */
  begun: number;
  /** A recording without any uploaded piece. */
  abandoned: number;
  /** A note of the person's, and one that a call may delete. */
  note: number;
  spareNote: number;
}

/** The key of the question inside the lesson. */
export const quizKey = "0123456789abcdef";
const asked = {
  html: "<p>练习</p>",
  options: [],
  why: "<p>解析</p>",
  source: { text: "练习", options: [], why: "解析" },
};
const question = { html: "<p>题目</p>", options: [], points: 1, why: "" };

/** Saves a class, a level, a lecturer with this account, a course, a lesson and an exam. */
export async function saveTraining(
  { database, services }: TestGateway,
  lecturerAccount: number | null,
): Promise<
  Omit<SceneTraining, "attempt" | "certificate" | "upload" | "begun" | "abandoned" | "note" | "spareNote">
> {
  const id = 2_000_000 + next();
  const node = { id: 9501, position: 0, name: "短距无线" };
  await database.insert(tables.courseClasses).values(node).onConflictDoNothing();
  await database
    .insert(tables.courseLevels)
    .values({ ...node, name: "入门" })
    .onConflictDoNothing();
  await database.insert(tables.lecturers).values({
    id,
    position: id,
    name: `讲师${id}`,
    accountId: lecturerAccount,
    courses: 1,
    fingerprint: "fixed",
  });
  await database.insert(tables.courses).values({
    id,
    classId: 9501,
    levelId: 9501,
    title: `课程${id}`,
    summary: "一句话",
    source: "",
    html: "<p>正文</p>",
    chapters: [{ title: "第一章", lessons: [id] }],
    tags: [],
    minutes: 5,
    lessons: 1,
    videos: 1,
    exams: 1,
    opensAt: new Date(services.now().getTime() - 86_400_000),
    certificateName: "证书",
    fingerprint: "fixed",
  });
  await database.insert(tables.courseLecturers).values({ courseId: id, lecturerId: id, position: 0 });
  await database.insert(tables.lessons).values({
    id,
    courseId: id,
    number: 1,
    chapter: "第一章",
    title: `课${id}`,
    minutes: 5,
    source: "",
    html: "<p>课文</p>",
    videos: [{ name: `${"b".repeat(32)}.webm`, type: "video/webm", bytes: 10 }],
    seconds: 60,
    width: 640,
    height: 360,
    poster: { name: `${"c".repeat(32)}.png`, alt: "", width: 640, height: 360 },
    transcript: [],
    slides: [],
    quiz: [{ ...asked, key: quizKey, type: "judge", answer: ["true"] }],
    fingerprint: "fixed",
  });
  await database.insert(tables.exams).values({
    id,
    courseId: id,
    title: `考试${id}`,
    minutes: 10,
    draw: 2,
    pass: 50,
    attempts: 0,
    fingerprint: "fixed",
    questions: [
      { ...question, type: "judge", answer: ["true"] },
      { ...question, type: "blank", answer: ["250"] },
    ],
  });
  await database.insert(tables.learningPaths).values({
    id,
    position: id,
    title: `路径${id}`,
    courses: [{ course: id, needs: [] }],
    certificateName: "路径证书",
    fingerprint: "fixed",
  });
  return { course: id, lesson: id, exam: id, lecturer: id, path: id };
}

/** The same for a scene: the person teaches the course, is in the middle of its exam, and has a certificate. */
export async function sceneTraining(gateway: TestGateway, person: Member): Promise<SceneTraining> {
  const made = await saveTraining(gateway, person.id);
  const { id: attempt } = await gateway.ok("startExam", { exam: made.exam }, person);
  const newNumber = () => randomBytes(15).toString("base64url");
  const publicId = newNumber();
  const earned = {
    accountId: person.id,
    holder: person.nickname,
    className: "短距无线",
    levelName: "入门",
    lessons: 1,
    minutes: 5,
    lecturers: [],
    issuer: "测试社区",
    issuedAt: gateway.services.now(),
  };
  await gateway.database.insert(tables.certificates).values([
    { ...earned, publicId, courseId: made.course, name: "证书", course: "课程" },
    { ...earned, publicId: newNumber(), pathId: made.path, name: "路径证书", course: "路径" },
  ]);
  const upload = {
    accountId: person.id,
    courseId: made.course,
    lessonId: made.lesson,
    bytes: 10,
    seconds: 60,
  };
  const [recording] = await gateway.database
    .insert(tables.videoUploads)
    .values({
      ...upload,
      fileName: `${"b".repeat(32)}.webm`,
      originalName: "课.webm",
      type: "video/webm",
      width: 640,
      height: 360,
    })
    .returning({ id: tables.videoUploads.id });
  const begunFile = `${randomBytes(16).toString("hex")}.webm`;
  await openVideo(gateway.database, begunFile, "video/webm");
  await addPieces(gateway.database, begunFile, 0, smallVideo);
  const bytes = smallVideo.byteLength;
  const onItsWay = {
    accountId: person.id,
    courseId: made.course,
    bytes,
    heardAt: gateway.services.now(),
  };
  const [begun, abandoned] = await gateway.database
    .insert(tables.videoUploadsBegun)
    .values([
      { ...onItsWay, fileName: begunFile, originalName: "录完了.webm", received: bytes, mark: "1" },
      { ...onItsWay, fileName: `${"d".repeat(32)}.webm`, originalName: "录了一半.webm", mark: "2" },
    ])
    .returning({ id: tables.videoUploadsBegun.id });
  const written = { accountId: person.id, lessonId: made.lesson, updatedAt: gateway.services.now() };
  const [note, spareNote] = await gateway.database
    .insert(tables.lessonNotes)
    .values([
      { ...written, at: 30, text: "这里要再看一遍" },
      { ...written, text: "多余的" },
    ])
    .returning({ id: tables.lessonNotes.id });
  await gateway.database
    .insert(tables.documents)
    .values({
      key: "universityTalents",
      value: {
        title: "高校人才",
        html: "",
        programmes: [],
        schools: [],
        labs: [],
        internships: [],
        contacts: [],
      },
    })
    .onConflictDoNothing();
  return {
    ...made,
    attempt,
    certificate: publicId,
    upload: recording?.id ?? 0,
    begun: begun?.id ?? 0,
    abandoned: abandoned?.id ?? 0,
    note: note?.id ?? 0,
    spareNote: spareNote?.id ?? 0,
  };
}

/** Learns a lesson by reading: the lesson stays open for its time, by the gateway's clock. */
export async function learnLesson(gateway: TestGateway, as: Member, course: number, lesson: number) {
  const { opened } = await gateway.ok("studyOfCourse", { course, lesson }, as);
  const { needs } = await gateway.ok("lessonById", { id: lesson });
  gateway.pass(needs);
  return gateway.ok("saveLessonPosition", { lesson, read: opened }, as);
}
