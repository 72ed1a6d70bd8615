import type { CallInput } from "contract";
import type { certificateCalls } from "contract/training/certificates/calls";
import type { courseCalls } from "contract/training/courses/calls";
import type { examCalls } from "contract/training/exams/calls";
import type { trainingPeopleCalls } from "contract/training/people/calls";
import type { studyCalls } from "contract/training/study/calls";
import type { videoUploadCalls } from "contract/training/uploads/calls";
import type { Scene } from "../scene";
import { smallVideo } from "../training";

type Calls = typeof courseCalls &
  typeof studyCalls &
  typeof examCalls &
  typeof certificateCalls &
  typeof trainingPeopleCalls &
  typeof videoUploadCalls;
type Requests = { [Name in keyof Calls]: (scene: Scene) => CallInput<Name> };

const nothing = () => ({});
const ofCourse = ({ training: { course } }: Scene) => ({ course });

/** Requests of the training classes' calls that are right in the scene. */
export const trainingRequests: Requests = {
  trainingLevels: nothing,
  courseList: nothing,
  courseById: ({ training }) => ({ id: training.course }),
  lessonById: ({ training }) => ({ id: training.lesson }),
  playLesson: ({ training }) => ({ id: training.lesson }),
  recommendedCourseVideos: nothing,
  liveReplay: nothing,
  lessonTopics: ({ training }) => ({ id: training.lesson }),
  managedCourses: nothing,
  previewCourse: ({ training }) => ({ id: training.course }),
  saveLessonPosition: ({ training }) => ({ lesson: training.lesson, position: 10 }),
  studyOfCourse: ofCourse,
  studyProgress: ({ training }) => ({ courses: [training.course] }),
  personalStudyInfo: nothing,
  recentStudies: nothing,
  agreeToBeListed: () => ({ listed: true }),
  examById: ({ training }) => ({ id: training.exam }),
  startExam: ({ training }) => ({ exam: training.exam }),
  examAttempt: ({ training }) => ({ attempt: training.attempt }),
  saveAnswer: ({ training }) => ({ attempt: training.attempt, answers: [{ number: 1, answer: [] }] }),
  submitExam: ({ training }) => ({ attempt: training.attempt }),
  examAttempts: nothing,
  certificateByPublicId: ({ training }) => ({ publicId: training.certificate }),
  revokeCertificate: ({ training }) => ({ publicId: training.certificate, reason: "代考" }),
  lecturers: nothing,
  lecturerById: ({ training }) => ({ id: training.lecturer }),
  topStudents: nothing,
  examMasters: nothing,
  courseLearners: ofCourse,
  universityTalents: nothing,
  videoUpload: ({ training: { course, lesson } }) => ({
    course,
    lesson,
    file: smallVideo,
    filename: "第一课.webm",
    note: "前三秒剪掉",
  }),
  beginVideoUpload: ({ training: { course } }) => ({ course, filename: "第二课.webm", bytes: 2 ** 30 }),
  sendVideoPiece: ({ training }) => ({ id: training.begun, at: 0, file: smallVideo }),
  finishVideoUpload: ({ training }) => ({ id: training.begun }),
  dropVideoUpload: ({ training }) => ({ id: training.abandoned }),
  courseVideoUploads: ofCourse,
  deleteVideoUpload: ({ training }) => ({ id: training.upload }),
};
