/** A file in an upload call (spec 7.1): its base64 text in four parts, in order, and its name. */
export interface FileParts {
  file1: string;
  file2: string;
  file3: string;
  file4: string;
  filename: string;
}

/**
 * Splits a file for an upload. The four parts joined are the file's base64 text; for a tiny file the last ones are
 * empty.
 */
export function fileParts(file: Uint8Array, filename: string): FileParts {
  const text = Buffer.from(file.buffer, file.byteOffset, file.byteLength).toString("base64");
  const length = Math.ceil(text.length / 4);
  const part = (index: number) => text.slice(index * length, (index + 1) * length);
  return { file1: part(0), file2: part(1), file3: part(2), file4: part(3), filename };
}
