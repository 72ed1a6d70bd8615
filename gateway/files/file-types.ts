/** Pictures, with the ending of their names: shown in pages, from /gateway/files/. */
const pictureTypes = {
  "image/svg+xml": "svg",
  "image/png": "png",
  "image/jpeg": "jpg",
  "image/webp": "webp",
  "image/gif": "gif",
} as const;

/** What people attach to posts: only ever downloaded, from /gateway/attachments/. */
export const attachmentTypes = {
  "application/zip": "zip",
  "application/pdf": "pdf",
  "text/plain": "txt",
} as const;

/** The kinds of file that are stored. Nothing else is served. */
export const fileTypes = { ...pictureTypes, ...attachmentTypes };

export type FileType = keyof typeof fileTypes;
export type AttachmentType = keyof typeof attachmentTypes;

/**
 * A picture's storage name: 32 hex digits of the content's SHA-256, a dot and the type's ending. Shorter than
 * 40 characters, because image-name lookups skip longer ones (spec 9).
 */
export const pictureNamePattern = new RegExp(`^[0-9a-f]{32}\\.(?:${Object.values(pictureTypes).join("|")})$`);
