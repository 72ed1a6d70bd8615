/** What somebody may do in a section (spec 7.2, update user permission). Without `view`, nothing else. */
export const rightNames = {
  view: "浏览",
  post: "发帖",
  reply: "回帖",
  uploadImage: "上传图片",
  uploadAttachment: "上传附件",
  downloadAttachment: "下载附件",
  viewImage: "查看图片",
} as const;
export type RightName = keyof typeof rightNames;

export const rightValues = { default: "默认", deny: "禁止", allow: "允许" } as const;
export type RightValue = keyof typeof rightValues;

/** Whom a section lets do something by default. */
export const rightDefaults = { everyone: "所有人", members: "登录用户", allowed: "获得允许的人" } as const;
export type RightDefault = keyof typeof rightDefaults;

/** A section's defaults; what it does not name is for everyone who may at all. */
export type SectionRights = Partial<Record<RightName, RightDefault>>;
