import { archiveEndings, documentEndings, firmwareEndings, pictureEndings, textEndings } from "./kinds";

/** Uploads: bytes a file as it comes, and how many a post may show or link to. A picture is stored smaller. */
export const imageBytesMax = 20 * 1024 * 1024;

export const attachmentBytesMax = 20 * 1024 * 1024;

/** The endings of names that uploads may have, with their dots. */
export const imageEndings = pictureEndings;

export const attachmentEndings = [...archiveEndings, ...documentEndings, ...firmwareEndings, ...textEndings];
