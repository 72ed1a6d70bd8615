/**
 * Every reason for which the gateway refuses a call: its status and the Chinese sentence for people.
 *
 * 403 is kept for "no session" (spec 8: any 403 logs out locally and opens the login dialog), so a signed-in
 * person without the right is answered 422 NOT_PERMITTED, and a person who may not post 422 with the reason.
 */
export const refusals = {
  INVALID_REQUEST: { status: 400, message: "提交的内容有误，请检查后再试" },
  BODY_TOO_LARGE: { status: 413, message: "提交的内容过大，请精简后再试" },
  SESSION_CONFLICT: { status: 401, message: "该账号已经在其他网站登录了" },
  NOT_SIGNED_IN: { status: 403, message: "请先登录" },
  CSRF_TOKEN_MISMATCH: { status: 403, message: "登录状态已变化，请重新登录" },
  NOT_PERMITTED: { status: 422, message: "你没有权限进行此操作" },
  PHONE_NOT_BOUND: { status: 422, message: "您还未绑定手机号码，无法正常发帖和回帖，请完成绑定！" },
  MUTED: { status: 422, message: "你的账号正在禁言期内，暂时不能发帖和回帖" },
  CALL_NOT_FOUND: { status: 404, message: "没有这个接口" },
  SECTION_NOT_FOUND: { status: 404, message: "版块不存在或已关闭" },
  TOPIC_NOT_FOUND: { status: 404, message: "帖子不存在或已被删除" },
  POST_NOT_FOUND: { status: 404, message: "回复不存在或已被删除" },
  USER_NOT_FOUND: { status: 404, message: "用户不存在" },
  TAG_NOT_FOUND: { status: 404, message: "标签不存在" },
  POLICY_NOT_FOUND: { status: 404, message: "没有这份文件" },
  POLICY_CHANGED: { status: 409, message: "这份文件刚刚更新过，请阅读新的版本" },
  POLICY_NOT_ACCEPTED: { status: 422, message: "请先阅读并同意用户声明和隐私声明" },
  DISCLAIMER_NOT_SIGNED: { status: 422, message: "请先阅读并同意免责声明" },
  DRAFT_NOT_FOUND: { status: 404, message: "草稿不存在或已被删除" },
  DRAFT_CONFLICT: { status: 409, message: "这份草稿已在别处保存过新的内容，请先比较两份内容" },
  EDIT_CONFLICT: { status: 409, message: "这篇内容刚刚在别处改过，请先比较两份内容" },
  CLASS_NOT_IN_SECTION: { status: 422, message: "所选分类不属于该版块，请重新选择" },
  CONTENT_NOT_LISTED: { status: 422, message: "该内容正在审核或已被版主屏蔽，暂时不能进行此操作" },
  TOPIC_CLOSED: { status: 422, message: "该帖已关闭，不能再回复" },
  CONTENT_EMPTY: { status: 422, message: "内容里没有可显示的文字或图片，请补充" },
  SENSITIVE_WORDS: { status: 422, message: "您提交的内容含有敏感词汇，请核查后再输入" },
  CANNOT_FOLLOW_SELF: { status: 422, message: "不能关注自己" },
  TOO_MANY_TAGS_FOLLOWED: { status: 422, message: "最多关注 200 个标签，请先取消一些" },
  FAVORITES_PRIVATE: { status: 422, message: "TA 没有公开收藏" },
  NICKNAME_TAKEN: { status: 422, message: "该昵称已被使用，请换一个" },
  CANNOT_REPORT_OWN: { status: 422, message: "不能举报自己的内容" },
  ALREADY_REPORTED: { status: 422, message: "你已举报过这条内容，正在等待处理" },
  TOO_MANY_INVITATIONS: { status: 422, message: "一个帖子最多邀请 5 人回答" },
  ALREADY_INVITED: { status: 422, message: "你已邀请过这位用户" },
  FILE_EMPTY: { status: 422, message: "这个文件是空的，请换一个" },
  FILE_TYPE_REFUSED: { status: 422, message: "不支持这种文件：图片可以是 PNG、JPEG、GIF、WebP，附件可以是 zip、pdf、txt、log" },
  FILE_TOO_LARGE: { status: 422, message: "文件太大：图片不超过 5 MB，附件不超过 20 MB" },
  FILE_BROKEN: { status: 422, message: "文件已损坏或不完整，请重新导出后再上传" },
  IMAGE_TOO_COMPLEX: { status: 422, message: "图片太大：总像素（动图各帧合计）不能超过 4000 万，请缩小后再上传" },
  UPLOAD_QUOTA: { status: 429, message: "今天上传的文件已达上限，请明天再试" },
  TOO_MANY_FILES: { status: 422, message: "一个帖子最多 20 张图片、5 个附件，请删减" },
  LOCAL_IMAGE: { status: 422, message: "正文引用了本机图片，别人看不到它，请重新选择该文件上传" },
  TOO_FREQUENT: { status: 429, message: "操作太频繁，请稍后再试" },
  SERVER_ERROR: { status: 500, message: "服务器开小差了，请稍后再试" },
} as const satisfies Record<string, { status: number; message: string }>;

export type RefusalCode = keyof typeof refusals;
