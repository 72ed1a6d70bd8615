import type { RefusalTable } from "../base/constants";
import { notesMax } from "./notes/constants";

export const coursePageSize = 12;
export const lecturerPageSize = 24;
export const learnerPageSize = 50;
export const studyPageSize = 20;
/** The most entries of a short list (top students, recommended videos). */
export const shortListMax = 24;
/** The most courses in one request for progress: more than any page lists. */
export const progressMax = 50;
/** The most characters of a course search. */
export const keywordMax = 60;
/** The most characters of an answer in words. */
export const blankMax = 200;
/** The most options of a question: A to H. */
export const optionsMax = 8;
/** The most questions of an attempt. */
export const questionsMax = 200;
/** Seconds after an attempt's end in which answers still count, because they may be on their way. */
export const graceSeconds = 60;
/** Seconds between two saves of a player's position. */
export const positionEverySeconds = 10;
/** The share of a video that must be played before its lesson counts as done. */
export const donePart = 0.9;
/** The most seconds of a video that can be watched in a second: double speed, plus differences between clocks. */
export const watchedPerSecond = 2.2;
/** The most characters of a lesson's text that can be read in a second, and the least time for any text. */
export const readPerSecond = 10;
export const readSecondsMin = 30;
/** Minutes between a failed try at an exam and the next, if the exam sets none; each failed try doubles them. */
export const examWaitDefault = 30;
/** The most minutes that an exam may set (a week), and the most by doubling (a day). */
export const examWaitMax = 10_080;
export const examWaitGrowsTo = 1_440;
/** The longest video, in seconds. */
export const positionMax = 86_400;
export const revokeReasonMax = 200;
/** A lecturer's recording: up to 2 GB in pieces, the most bytes of one form, and the most recordings of a course. */
export const recordingBytesMax = 2 ** 31 - 1;
export const videoUploadBytesMax = 20 * 1024 * 1024;
/** Bytes of one piece of a recording; the gateway stores whole megabytes. */
export const recordingPieceBytes = 4 * 1024 * 1024;
/** The most unfinished uploads of a person, and the days after which one is deleted. */
export const pendingUploadsMax = 5;
export const recordingKeptDays = 7;
export const videoUploadEndings = [".webm", ".mp4"];
export const videoUploadsPerCourse = 200;
export const videoUploadPageSize = 20;
export const uploadNoteMax = 200;

/** The types of questions: one option, several options, right or wrong, or a few words. */
export const questionTypes = [
  { code: "single", name: "单选题" },
  { code: "multiple", name: "多选题" },
  { code: "judge", name: "判断题" },
  { code: "blank", name: "填空题" },
] as const;

/** The orders of the list of courses. */
export const courseOrders = [
  { code: "newest", name: "最新" },
  { code: "learners", name: "学习人数" },
  { code: "shortest", name: "时长从短到长" },
] as const;

/** The state of a live session by the gateway's clock. */
export const liveStates = [
  { code: "upcoming", name: "未开始" },
  { code: "live", name: "直播中" },
  { code: "over", name: "已结束" },
] as const;

/** The state of an attempt at an exam; `marked` ones were handed in or ran out of time. */
export const attemptStates = [
  { code: "running", name: "进行中" },
  { code: "marked", name: "已评分" },
] as const;

/** The states of a certificate; its page exists in all of them. */
export const certificateStates = [
  { code: "valid", name: "有效" },
  { code: "revoked", name: "已撤销" },
  { code: "closed", name: "已注销" },
] as const;

/** Whose name stands on a certificate: the nickname, or the real name, of which others see the first character or all. */
export const namesShown = [
  { code: "nickname", name: "写昵称" },
  { code: "masked", name: "写真实姓名，别人核对时只看到姓，如“林**”" },
  { code: "full", name: "写真实姓名，别人核对时也看到全名" },
] as const;
export type NameShown = (typeof namesShown)[number]["code"];
export const realNameMax = 30;

export type QuestionType = (typeof questionTypes)[number]["code"];

export const trainingRefusals = {
  COURSE_NOT_FOUND: { status: 404, message: "没有这门课程" },
  LESSON_NOT_FOUND: { status: 404, message: "没有这节课" },
  EXAM_NOT_FOUND: { status: 404, message: "没有这场考试" },
  LECTURER_NOT_FOUND: { status: 404, message: "没有这位讲师" },
  PATH_NOT_FOUND: { status: 404, message: "没有这条学习路径" },
  PATH_UNFINISHED: { status: 409, message: "还有课程没有学完，学完以后再来领取证书" },
  PATH_UNCERTIFIED: {
    status: 409,
    message: "还缺课程的证书：考试要先通过，被撤销的证书不能算，请看课程旁的说明",
  },
  TRAINING_CLASS_NOT_FOUND: { status: 404, message: "没有这个课程分类" },
  TRAINING_LEVEL_NOT_FOUND: { status: 404, message: "没有这个课程级别" },
  ATTEMPT_NOT_FOUND: { status: 404, message: "没有这次考试记录" },
  CERTIFICATE_NOT_FOUND: { status: 404, message: "没有这张证书，请核对证书编号" },
  TALENTS_NOT_FOUND: { status: 404, message: "高校人才的内容还没有准备好" },
  ATTEMPTS_USED_UP: { status: 409, message: "这场考试的次数已经用完" },
  EXAM_WAIT: { status: 409, message: "上次没有通过，还不能再考" },
  LESSON_TOO_SOON: { status: 409, message: "这节课还没有学够时间" },
  ATTEMPT_ENDED: { status: 409, message: "这次考试已经交卷或到时间，答案不能再改" },
  QUIZ_QUESTION_NOT_FOUND: { status: 404, message: "没有这道题，它可能刚改过，请刷新页面" },
  NOTE_NOT_FOUND: { status: 404, message: "没有这条笔记，它可能已经删除" },
  TOO_MANY_NOTES: { status: 422, message: `最多记 ${notesMax} 条笔记，请先删除一些，或先导出` },
  COURSE_ENDED: { status: 409, message: "这门课程已经下架，不能再开始学习或考试" },
  EXAM_ANSWER_WRONG: { status: 422, message: "答案与题目不符，请重新作答" },
  EXAM_ANSWERED_ELSEWHERE: {
    status: 409,
    message: "有题目的答案在别的页面改过，没有提交。请看各题下面别处保存的答案，确认后再提交一次",
  },
  CERTIFICATE_REVOKED: { status: 409, message: "这张证书已经撤销" },
  VIDEO_UPLOAD_NOT_FOUND: { status: 404, message: "没有这段录像，它可能已被删除" },
  VIDEO_UPLOAD_REFUSED: { status: 422, message: "只收 WebM 和 MP4 视频，请换一个文件" },
  VIDEO_UPLOADS_FULL: { status: 409, message: "这门课程的录像已经很多，请先删除不用的" },
  RECORDING_NOT_BEGUN: { status: 404, message: "没有这次上传：可能已经传完，或放了太久，请刷新页面" },
  RECORDING_PIECE_MISPLACED: { status: 409, message: "这一段接不上已经收到的部分，请重新选择这个文件接着传" },
  RECORDINGS_BEGUN: {
    status: 409,
    message: "没有传完的录像太多，请先传完或放弃其中的一个",
  },
  DISK_FULL: { status: 409, message: "服务器的磁盘空间不够，请联系管理员" },
  COURSE_RIGHT_MISSING: { status: 422, message: "只有这门课程的讲师和管理员可以这样做" },
} as const satisfies RefusalTable;
