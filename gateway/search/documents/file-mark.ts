/**
 * The mark in the search documents of one file's pages, so that a search within the file reads only these from the
 * index. No query can contain it, and it differs from the marks of windows (index/document.ts).
 * @param textId the id in `file_texts`
 */
export const fileMark = (textId: number): string => `~f${textId}`;
