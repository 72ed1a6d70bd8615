/** The types of pictures with their file endings. Pages show them from /gateway/files/. */
const pictureTypes = {
  "image/svg+xml": "svg",
  "image/png": "png",
  "image/jpeg": "jpg",
  "image/webp": "webp",
  "image/gif": "gif",
} as const;

/** The types of attachments. People can only download them, from /gateway/attachments/. */
export const attachmentTypes = {
  "application/zip": "zip",
  "application/x-7z-compressed": "7z",
  "application/vnd.rar": "rar",
  "application/gzip": "gz",
  "application/x-xz": "xz",
  "application/x-tar": "tar",
  "application/pdf": "pdf",
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document": "docx",
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": "xlsx",
  "application/vnd.openxmlformats-officedocument.presentationml.presentation": "pptx",
  "application/octet-stream": "bin",
  "text/plain": "txt",
} as const;

/** The other types of files in content packs, which have signed addresses. */
export const mediaTypes = {
  "application/zip": "zip",
  "application/pdf": "pdf",
  "video/webm": "webm",
  "video/mp4": "mp4",
  "text/vtt": "vtt",
} as const;

/** All stored types of files. The gateway serves no others. */
export const fileTypes = { ...pictureTypes, ...attachmentTypes, ...mediaTypes };

export type FileType = keyof typeof fileTypes;
export type VideoType = Extract<FileType, `video/${string}`>;
export type AttachmentType = keyof typeof attachmentTypes;

/**
 * A picture's storage name: 32 hex digits of the content's SHA-256, a dot and the type's ending. Shorter than
 * 40 characters, because image-name lookups skip longer ones (spec 9).
 */
export const pictureNamePattern = new RegExp(`^[0-9a-f]{32}\\.(?:${Object.values(pictureTypes).join("|")})$`);

/** The storage name of a pack's file that is no picture. */
export const mediaNamePattern = new RegExp(`^[0-9a-f]{32}\\.(?:${Object.values(mediaTypes).join("|")})$`);

/** The type from the ending of a storage name, or null. */
export function typeOfName(name: string): FileType | null {
  const ending = name.slice(name.lastIndexOf(".") + 1);
  const found = Object.entries(fileTypes).find(([, each]) => each === ending);
  return (found?.[0] as FileType | undefined) ?? null;
}
