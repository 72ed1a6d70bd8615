import type { RefusalTable } from "../base/refusals";

export const trainingRefusals = {
  COURSE_NOT_FOUND: { status: 404, message: "没有这门课程" },
  LESSON_NOT_FOUND: { status: 404, message: "没有这节课" },
  EXAM_NOT_FOUND: { status: 404, message: "没有这场考试" },
  LECTURER_NOT_FOUND: { status: 404, message: "没有这位讲师" },
  TRAINING_CLASS_NOT_FOUND: { status: 404, message: "没有这个课程分类" },
  TRAINING_LEVEL_NOT_FOUND: { status: 404, message: "没有这个课程级别" },
  ATTEMPT_NOT_FOUND: { status: 404, message: "没有这次考试记录" },
  CERTIFICATE_NOT_FOUND: { status: 404, message: "没有这张证书，请核对证书编号" },
  TALENTS_NOT_FOUND: { status: 404, message: "高校人才的内容还没有准备好" },
  ATTEMPTS_USED_UP: { status: 409, message: "这场考试的次数已经用完" },
  EXAM_WAIT: { status: 409, message: "两次考试之间要隔一段时间，请稍后再考" },
  LESSON_TOO_SOON: { status: 409, message: "这节课还没有学够时间，请再学一会儿" },
  ATTEMPT_ENDED: { status: 409, message: "这次考试已经交卷或到时间，答案不能再改" },
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
  COURSE_RIGHT_MISSING: { status: 422, message: "只有这门课程的讲师和管理员可以这样做" },
} as const satisfies RefusalTable;
