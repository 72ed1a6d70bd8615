/** Uploads: bytes a file, and how many a post may show or link to. */
export const imageBytesMax = 5 * 1024 * 1024;

export const attachmentBytesMax = 20 * 1024 * 1024;

/** The endings of names that uploads may have, with their dots. */
export const imageEndings = [".png", ".jpg", ".jpeg", ".gif", ".webp"];

export const attachmentEndings = [".zip", ".pdf", ".txt", ".log"];
