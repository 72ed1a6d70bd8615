import type { CallName } from "contract";
import type { trainingRefusals } from "contract/training/constants";
import { pendingUploadsMax, recordingBytesMax, videoUploadsPerCourse } from "contract/training/constants";
import { notesMax } from "contract/training/notes/constants";
import { eq } from "drizzle-orm";
import {
  courseLearners,
  courses,
  documents,
  exams,
  lessonNotes,
  videoUploads,
} from "gateway/database/schema";
import type { Scene } from "./scene";
import type { Member, TestGateway } from "./test-gateway";
import { smallVideo } from "./training";

type Provocation = (
  scene: Scene & { actor: Member },
  gateway: TestGateway,
) => Promise<[CallName, unknown, (Member | null)?]>;

const nobody = 2_000_000_000;
const noCertificate = "x".repeat(20);

/** One way to provoke each refusal of the training classes. */
export const trainingProvocations: Record<keyof typeof trainingRefusals, Provocation> = {
  COURSE_NOT_FOUND: async () => ["courseById", { id: nobody }],
  LESSON_NOT_FOUND: async () => ["lessonById", { id: nobody }],
  EXAM_NOT_FOUND: async () => ["startExam", { exam: nobody }],
  LECTURER_NOT_FOUND: async () => ["lecturerById", { id: nobody }],
  PATH_NOT_FOUND: async () => ["learningPath", { id: nobody }],
  PATH_UNFINISHED: async ({ training: { path }, other }) => ["claimPathCertificate", { id: path }, other],
  PATH_UNCERTIFIED: async ({ training: { path, course, exam }, other }, gateway) => {
    const { database, services } = gateway;
    const at = services.now();
    await database.update(courses).set({ certificateExamId: exam }).where(eq(courses.id, course));
    await database
      .insert(courseLearners)
      .values({ accountId: other.id, courseId: course, finishedAt: at, startedAt: at, studiedAt: at });
    return ["claimPathCertificate", { id: path }, other];
  },
  TRAINING_CLASS_NOT_FOUND: async () => ["courseList", { classId: nobody }],
  TRAINING_LEVEL_NOT_FOUND: async () => ["courseList", { levelId: nobody }],
  ATTEMPT_NOT_FOUND: async ({ training, other }) => ["examAttempt", { attempt: training.attempt }, other],
  CERTIFICATE_NOT_FOUND: async () => ["certificateByPublicId", { publicId: noCertificate }],
  TALENTS_NOT_FOUND: async (_scene, gateway) => {
    await gateway.database.delete(documents).where(eq(documents.key, "universityTalents"));
    return ["universityTalents", {}];
  },
  ATTEMPTS_USED_UP: async ({ training, actor }, gateway) => {
    await gateway.database.update(exams).set({ attempts: 1 }).where(eq(exams.id, training.exam));
    await gateway.ok("submitExam", { attempt: training.attempt }, actor);
    return ["startExam", { exam: training.exam }];
  },
  EXAM_WAIT: async ({ training, actor }, gateway) => {
    await gateway.ok("submitExam", { attempt: training.attempt }, actor);
    return ["startExam", { exam: training.exam }];
  },
  LESSON_TOO_SOON: async ({ training: { course, lesson }, actor }, gateway) => {
    const { opened } = await gateway.ok("studyOfCourse", { course, lesson }, actor);
    return ["saveLessonPosition", { lesson, read: opened }];
  },
  ATTEMPT_ENDED: async ({ training, actor }, gateway) => {
    await gateway.ok("submitExam", { attempt: training.attempt }, actor);
    return ["saveAnswer", { attempt: training.attempt, answers: [{ number: 1, answer: ["true"] }] }];
  },
  QUIZ_QUESTION_NOT_FOUND: async ({ training: { lesson } }) => [
    "answerQuiz",
    { lesson, question: "f".repeat(16), answer: ["true"] },
  ],
  NOTE_NOT_FOUND: async ({ training, other }) => ["studyNote", { id: training.note }, other],
  TOO_MANY_NOTES: async ({ training: { lesson }, actor }, gateway) => {
    const row = { accountId: actor.id, lessonId: lesson, text: "一条", updatedAt: new Date() };
    await gateway.database.insert(lessonNotes).values(Array.from({ length: notesMax }, () => row));
    return ["addStudyNote", { lesson, text: "再一条", submissionId: "01234567" }];
  },
  COURSE_ENDED: async ({ training, other }, gateway) => {
    await gateway.database
      .update(courses)
      .set({ delistedAt: new Date() })
      .where(eq(courses.id, training.course));
    return ["saveLessonPosition", { lesson: training.lesson, position: 1 }, other];
  },
  EXAM_ANSWER_WRONG: async ({ training }) => [
    "saveAnswer",
    { attempt: training.attempt, answers: [{ number: 99, answer: ["A"] }] },
  ],
  EXAM_ANSWERED_ELSEWHERE: async ({ training: { attempt }, actor }, gateway) => {
    const [{ number, type, options } = { number: 1, type: "judge", options: [] }] = (
      await gateway.ok("examAttempt", { attempt }, actor)
    ).questions;
    const [one = "true", other = "false"] = options.map(({ letter }) => letter);
    const value = type === "blank" ? ["一", "二"] : [one, other];
    const answer = (at: number) => ({ number, answer: value.slice(at, at + 1) });
    await gateway.ok("saveAnswer", { attempt, answers: [answer(0)] }, actor);
    return ["submitExam", { attempt, answers: [{ ...answer(1), was: [] }] }];
  },
  CERTIFICATE_REVOKED: async ({ training }, gateway) => {
    const admin = await gateway.member({ admin: true });
    await gateway.ok("revokeCertificate", { publicId: training.certificate, reason: "代考" }, admin);
    return ["revokeCertificate", { publicId: training.certificate, reason: "代考" }, admin];
  },
  VIDEO_UPLOAD_NOT_FOUND: async () => ["deleteVideoUpload", { id: nobody }],
  VIDEO_UPLOAD_REFUSED: async ({ training: { course } }) => [
    "videoUpload",
    { course, file: smallVideo, filename: "第一课.mov" },
  ],
  VIDEO_UPLOADS_FULL: async ({ training: { course, upload } }, gateway) => {
    const [row] = await gateway.database.select().from(videoUploads).where(eq(videoUploads.id, upload));
    if (!row) throw new Error("the scene has no recording");
    const { id: _id, ...more } = row;
    const rows = Array.from({ length: videoUploadsPerCourse }, () => more);
    await gateway.database.insert(videoUploads).values(rows);
    return ["videoUpload", { course, file: smallVideo, filename: "第一课.webm" }];
  },
  RECORDING_NOT_BEGUN: async () => ["finishVideoUpload", { id: nobody }],
  RECORDING_PIECE_MISPLACED: async ({ training: { course }, actor }, gateway) => {
    const { id } = await gateway.ok(
      "beginVideoUpload",
      { course, filename: "第二课.webm", bytes: 5e6 },
      actor,
    );
    return ["sendVideoPiece", { id, at: 2 ** 20, file: smallVideo }];
  },
  RECORDINGS_BEGUN: async ({ training: { course }, actor }, gateway) => {
    const begin = (number: number) => ({ course, filename: `第 ${number} 课.webm`, bytes: 5e6 });
    for (let number = 2; number < pendingUploadsMax; number += 1)
      await gateway.ok("beginVideoUpload", begin(number), actor);
    return ["beginVideoUpload", begin(pendingUploadsMax)];
  },
  DISK_FULL: async ({ training: { course } }) => [
    "beginVideoUpload",
    { course, filename: "第二课.webm", bytes: recordingBytesMax },
  ],
  COURSE_RIGHT_MISSING: async ({ training, other }) => ["courseLearners", { course: training.course }, other],
};
