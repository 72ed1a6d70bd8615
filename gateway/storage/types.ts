/** The kinds of file that are stored, with the ending of their names. Nothing else is served. */
export const fileTypes = {
  "image/svg+xml": "svg",
  "image/png": "png",
  "image/jpeg": "jpg",
  "image/webp": "webp",
  "image/gif": "gif",
} as const;

export type FileType = keyof typeof fileTypes;

/**
 * A storage name: 32 hex digits of the content's SHA-256, a dot and the type's ending. Shorter than 40 characters,
 * because image-name lookups skip longer ones (spec 9).
 */
export const fileNamePattern = new RegExp(`^[0-9a-f]{32}\\.(?:${Object.values(fileTypes).join("|")})$`);
