import {
  courses,
  examAttempts,
  exams,
  lecturers,
  lessons,
  videoUploads,
  videoUploadsBegun,
} from "../database/schema";
import type { Domain } from "../server/domain";
import { certificateHandlers } from "./certificates/calls";
import { courseHandlers } from "./courses/calls";
import { examHandlers } from "./exams/calls";
import { endAttemptsJob } from "./exams/end-overdue";
import { noteHandlers } from "./notes/calls";
import { pathHandlers } from "./paths/calls";
import { trainingPeopleHandlers } from "./people/calls";
import { trainingPersonalData } from "./personal-data";
import { quizHandlers } from "./quizzes/calls";
import { studyHandlers } from "./study/calls";
import { recountCourseJob } from "./study/recount";
import { videoUploadHandlers } from "./uploads/calls";
import { dropBegunJob } from "./uploads/drop-old";

export const trainingDomain = {
  handlers: {
    ...certificateHandlers,
    ...courseHandlers,
    ...examHandlers,
    ...trainingPeopleHandlers,
    ...noteHandlers,
    ...pathHandlers,
    ...quizHandlers,
    ...studyHandlers,
    ...videoUploadHandlers,
  },
  jobs: [endAttemptsJob, dropBegunJob],
  jobKinds: [recountCourseJob],
  fileColumns: [
    courses.cover,
    courses.source,
    courses.html,
    lecturers.photo,
    lessons.videos,
    lessons.poster,
    lessons.captions,
    lessons.slides,
    lessons.quiz,
    lessons.source,
    lessons.html,
    videoUploads.fileName,
    videoUploads.note,
    videoUploadsBegun.fileName,
    videoUploadsBegun.note,
    exams.questions,
    examAttempts.questions,
  ],
  personalData: trainingPersonalData,
} satisfies Domain;
