import type { CallInput, CallName } from "contract";

import { quizKey } from "./training-data";

type Ask = <Name extends CallName>(name: Name, request: CallInput<Name>) => Promise<unknown>;

let second = 0;

/** The calls of the training pages, by a reader who studies courses 1 to 5 (training-data.ts). */
export const trainingCases: { name: string; run(ask: Ask): Promise<unknown> }[] = [
  { name: "培训：课程列表", run: (ask) => ask("courseList", {}) },
  { name: "培训：课程列表，分类与级别", run: (ask) => ask("courseList", { classId: 2, levelId: 2 }) },
  { name: "培训：课程列表，学习人数", run: (ask) => ask("courseList", { order: "learners" }) },
  { name: "培训：课程", run: (ask) => ask("courseById", { id: 8 }) },
  { name: "培训：课", run: (ask) => ask("lessonById", { id: 71 }) },
  { name: "培训：学到哪里", run: (ask) => ask("studyOfCourse", { course: 21 }) },
  { name: "培训：随堂练习", run: (ask) => ask("lessonQuiz", { lesson: 210 }) },
  {
    name: "培训：答一道题",
    run: (ask) => ask("answerQuiz", { lesson: 210, question: quizKey, answer: ["true"] }),
  },
  { name: "培训：一节课的笔记", run: (ask) => ask("lessonNotes", { lesson: 210 }) },
  { name: "培训：找笔记", run: (ask) => ask("studyNotes", { text: "时延" }) },
  { name: "培训：首页的继续学习", run: (ask) => ask("lastStudy", {}) },
  {
    name: "培训：记住播放位置",
    run: (ask) => {
      second = (second + 1) % 200;
      return ask("saveLessonPosition", { lesson: 210, position: second });
    },
  },
  {
    name: "培训：我的学习",
    run: (ask) => Promise.all([ask("personalStudyInfo", {}), ask("recentStudies", {})]),
  },
  { name: "培训：学习之星", run: (ask) => ask("topStudents", {}) },
  { name: "培训：考试达人", run: (ask) => ask("examMasters", {}) },
  { name: "培训：讲师", run: (ask) => ask("lecturers", {}) },
  { name: "培训：推荐视频", run: (ask) => ask("recommendedCourseVideos", {}) },
];
