/** Text that a reader had to reply or pay for, where the operator wants it to stay behind. */

/** Stands where such a text stood. */
export const heldNote = "（此处内容在旧论坛需要回复或积分才能看，没有公开）";

/** Tags whose content only some readers saw. */
const names = "hide|sell|replyview|postview|postreply|locked|needreply";
const begins = new RegExp(`\\[(${names})(?=[=\\]])[^\\]]*\\]?`, "gi");
const attached = /\[attach(?:img)?[^\]]*\]\s*(\d{1,9})/gi;

/** Where the content of a tag ends that begins before `from`: at its own end, or at that of the text. */
function endOf(source: string, name: string, from: number): { content: number; tag: number } {
  const ends = new RegExp(`\\[(/?)${name}(?=[=\\]])[^\\]]*\\]?`, "gi");
  ends.lastIndex = from;
  let depth = 1;
  for (let match = ends.exec(source); match; match = ends.exec(source)) {
    depth += match[1] ? -1 : 1;
    if (depth === 0) return { content: match.index, tag: match.index + match[0].length };
  }
  return { content: source.length, tag: source.length };
}

/**
 * Cuts these texts out of the source, before anything is parsed: tags that cross or nest too deep must not bring them
 * back. One without its end is cut to the end of the text.
 * @returns also the old ids of the attachments that the texts named, and how many texts were cut
 */
export function cutHeld(source: string): { text: string; attachments: number[]; count: number } {
  const attachments: number[] = [];
  let [text, at, count] = ["", 0, 0];
  begins.lastIndex = 0;
  for (let match = begins.exec(source); match; match = begins.exec(source)) {
    const from = match.index + match[0].length;
    const end = endOf(source, match[1] ?? "", from);
    for (const [, id] of source.slice(from, end.content).matchAll(attached)) attachments.push(Number(id));
    text += source.slice(at, match.index) + heldNote;
    at = end.tag;
    count += 1;
    begins.lastIndex = at;
  }
  return { text: text + source.slice(at), attachments, count };
}
