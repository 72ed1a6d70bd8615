import { attachmentsPrefix } from "contract/base/wire";

/** Characters that end an address in Markdown or have a meaning in a URL. Chinese stays readable. */
const unsafe = /[\s%#?&()[\]<>"'`\\^{|}*_~!]/gu;

/** The root-relative address of an attachment, escaped for Markdown. */
export function attachmentAddress(id: number, name: string): string {
  const escaped = name.replace(unsafe, (character) =>
    [...new TextEncoder().encode(character)]
      .map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`)
      .join(""),
  );
  return `${attachmentsPrefix}${id}/${escaped}`;
}

/** The ids of the attachments that a rendered text links to, without repetitions. */
export function attachmentIds(html: string): number[] {
  if (!html.includes(attachmentsPrefix)) return [];
  const found = html.matchAll(/href="\/gateway\/attachments\/(\d{1,9})\//g);
  return [...new Set([...found].map((match) => Number(match[1])))];
}
