/** Decodes UTF-8 or GB18030, which Chinese spreadsheet programs write; null when the bytes are not text. */
export function decodeText(bytes: Uint8Array): string | null {
  if (bytes.includes(0)) return null;
  for (const encoding of ["utf-8", "gb18030"])
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes);
    } catch {
      // Not this encoding: try the next one.
    }
  return null;
}
