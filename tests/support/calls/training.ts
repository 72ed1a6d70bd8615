import type { CallsOf } from "../call-rows";
import { submissionId } from "../gateway";
import type { Scene } from "../scene";
import { quizKey, smallVideo } from "../training";

const ofCourse = ({ training: { course } }: Scene) => ({ course });

/** The calls of the training classes in tests. */
export const calls: CallsOf<"training"> = {
  certificateByPublicId: {
    who: "everyone",
    subjectOf: ["/trainingClass/certificates/:number"],
    unreached:
      "Of a course that somebody finished (training.test.ts), and who may revoke it (training-people.test.ts).",
    request: ({ training }) => ({ publicId: training.certificate }),
  },
  ownCertificate: {
    who: "signedIn",
    unreached: "Of a certificate, of which the demo has none (training-people.test.ts).",
    request: ({ training }) => ({ publicId: training.certificate }),
  },
  nameCertificates: {
    who: "unmuted",
    lost: "undone",
    unreached: "On a certificate, of which the demo has none (certificates.test.ts).",
    request: () => ({ nameShown: "masked", realName: "林小默" }),
  },
  correctCertificateName: {
    who: "admin",
    own: "nobodys",
    lost: "undone",
    unreached: "On a certificate with a real name, of which the demo has none (certificates.test.ts).",
    request: ({ training }) => ({ publicId: training.certificate, realName: "林小默" }),
  },
  revokeCertificate: {
    who: "admin",
    own: "nobodys",
    lost: { opened: ["app/screens/training/certificates/revoke.tsx", "撤销"] },
    unreached: "On a certificate, of which the demo has none (training-people.test.ts).",
    request: ({ training }) => ({ publicId: training.certificate, reason: "代考" }),
  },
  trainingLevels: { who: "everyone", request: () => ({}) },
  courseList: { who: "everyone", subjectOf: ["/trainingClass"], request: () => ({}) },
  courseById: {
    who: "everyone",
    subjectOf: ["/trainingClass/details/:id"],
    request: ({ training }) => ({ id: training.course }),
  },
  lessonById: {
    who: "everyone",
    subjectOf: ["/trainingClass/lessons/:id"],
    request: ({ training }) => ({ id: training.lesson }),
  },
  playLesson: { who: "everyone", lost: "added", request: ({ training }) => ({ id: training.lesson }) },
  recommendedCourseVideos: { who: "everyone", request: () => ({}) },
  liveReplay: { who: "everyone", subjectOf: ["/trainingClass/lives"], request: () => ({}) },
  lessonTopics: { who: "everyone", request: ({ training }) => ({ id: training.lesson }) },
  managedCourses: { who: "signedIn", subjectOf: ["/classRoom/preview"], request: () => ({}) },
  previewCourse: {
    who: "signedIn",
    subjectOf: ["/classRoom/preview"],
    request: ({ training }) => ({ id: training.course }),
  },
  examById: {
    who: "everyone",
    subjectOf: ["/trainingClass/exams/:id"],
    request: ({ training }) => ({ id: training.exam }),
  },
  startExam: {
    who: "signedIn",
    lost: "added",
    unreached: "Of an exam that is not begun: the member's is, as it is in every place (training.test.ts).",
    request: ({ training }) => ({ exam: training.exam }),
  },
  examAttempt: {
    who: "signedIn",
    lost: "added",
    subjectOf: ["/trainingClass/attempts/:id"],
    request: ({ training }) => ({ attempt: training.attempt }),
  },
  saveAnswer: {
    who: "signedIn",
    lost: "undone",
    request: ({ training }) => ({ attempt: training.attempt, answers: [{ number: 1, answer: [] }] }),
  },
  submitExam: {
    who: "signedIn",
    lost: { asked: "app/screens/training/exams/attempt.tsx" },
    unreached:
      "After a question that stands before what cannot be taken back: organising.test.ts, training.test.ts, content.test.ts, setting.test.ts.",
    request: ({ training }) => ({ attempt: training.attempt }),
  },
  examAttempts: { who: "signedIn", subjectOf: ["/personalCenter/study"], request: () => ({}) },
  lecturers: { who: "everyone", subjectOf: ["/trainingClass/lecturers"], request: () => ({}) },
  lecturerById: {
    who: "everyone",
    subjectOf: ["/trainingClass/lecturers/:id"],
    request: ({ training }) => ({ id: training.lecturer }),
  },
  topStudents: { who: "everyone", request: () => ({}) },
  examMasters: { who: "everyone", request: () => ({}) },
  courseLearners: { who: "signedIn", subjectOf: ["/trainingClass/learners/:id"], request: ofCourse },
  universityTalents: { who: "everyone", subjectOf: ["/universityTalents"], request: () => ({}) },
  saveLessonPosition: {
    who: "signedIn",
    lost: "added",
    request: ({ training }) => ({ lesson: training.lesson, position: 10 }),
  },
  lessonQuiz: { who: "signedIn", request: ({ training }) => ({ lesson: training.lesson }) },
  answerQuiz: {
    who: "signedIn",
    lost: "undone",
    request: ({ training }) => ({ lesson: training.lesson, question: quizKey, answer: ["true"] }),
  },
  learningPaths: { who: "everyone", subjectOf: ["/trainingClass"], request: () => ({}) },
  learningPath: {
    who: "everyone",
    subjectOf: ["/trainingClass"],
    request: ({ training }) => ({ id: training.path }),
  },
  ownPath: {
    who: "signedIn",
    subjectOf: ["/trainingClass"],
    request: ({ training }) => ({ id: training.path }),
  },
  claimPathCertificate: {
    who: "signedIn",
    lost: "added",
    unreached: "Of a path whose courses are all finished: learning-paths.test.ts.",
    request: ({ training }) => ({ id: training.path }),
  },
  lessonNotes: { who: "signedIn", request: ({ training }) => ({ lesson: training.lesson }) },
  studyNotes: { who: "signedIn", subjectOf: ["/personalCenter/study"], request: () => ({}) },
  studyNote: {
    who: "signedIn",
    subjectOf: ["/personalCenter/study"],
    unreached: "A note of one's own, of which the demo has none: study-notes.test.ts.",
    request: ({ training }) => ({ id: training.note }),
  },
  addStudyNote: {
    who: "signedIn",
    lost: "added",
    unreached: "With a time of the video, which is no text that is typed everywhere (study-notes.test.ts).",
    request: ({ training }) => ({
      lesson: training.lesson,
      text: "时延由四个量决定",
      submissionId: submissionId(),
    }),
  },
  saveStudyNote: {
    who: "signedIn",
    lost: "undone",
    unreached: "On a note of one's own, of which the demo has none: study-notes.test.ts.",
    request: ({ training }) => ({ id: training.note, at: 12, text: "改过的" }),
  },
  deleteStudyNote: {
    who: "signedIn",
    lost: { asked: "app/screens/study-notes/notes.server.ts" },
    unreached: "On a note of one's own, of which the demo has none: study-notes.test.ts.",
    request: ({ training }) => ({ id: training.spareNote }),
  },
  studyOfCourse: { who: "signedIn", request: ofCourse },
  studyProgress: { who: "signedIn", request: ({ training }) => ({ courses: [training.course] }) },
  personalStudyInfo: { who: "signedIn", request: () => ({}) },
  recentStudies: { who: "signedIn", subjectOf: ["/personalCenter/study"], request: () => ({}) },
  lastStudy: { who: "signedIn", request: () => ({}) },
  planStudy: { who: "signedIn", lost: "undone", request: () => ({ days: 3 }) },
  agreeToBeListed: { who: "unmuted", lost: "undone", request: () => ({ listed: true }) },
  videoUpload: {
    who: "signedIn",
    lost: "added",
    unreached: "Of a course that somebody teaches, with a file (training-people.test.ts).",
    request: ({ training: { course, lesson } }) => ({
      course,
      lesson,
      file: smallVideo,
      filename: "第一课.webm",
      note: "前三秒剪掉",
    }),
  },
  beginVideoUpload: {
    who: "signedIn",
    lost: "added",
    request: ({ training: { course } }) => ({ course, filename: "第二课.webm", bytes: 2 ** 30 }),
  },
  sendVideoPiece: {
    who: "signedIn",
    lost: "added",
    request: ({ training }) => ({ id: training.begun, at: 0, file: smallVideo }),
  },
  finishVideoUpload: { who: "signedIn", lost: "added", request: ({ training }) => ({ id: training.begun }) },
  dropVideoUpload: {
    who: "signedIn",
    lost: { asked: "app/screens/training/people/videos.tsx" },
    unreached: "Of a course that somebody teaches, with a file (training-people.test.ts).",
    request: ({ training }) => ({ id: training.abandoned }),
  },
  courseVideoUploads: { who: "signedIn", subjectOf: ["/trainingClass/videos/:id"], request: ofCourse },
  deleteVideoUpload: {
    who: "signedIn",
    lost: { asked: "app/screens/training/people/videos.tsx" },
    unreached: "Of a course that somebody teaches, with a file (training-people.test.ts).",
    request: ({ training }) => ({ id: training.upload }),
  },
};
