import { cutText } from "contract/base/plain-text";

/** An image whose file exists only on the author's computer: its Markdown, its name and its description. */
export interface LocalReference {
  text: string;
  name: string;
  alt: string;
}

const reference = /!\[([^\]\n]*)\]\(\s*<?((?:file:|blob:|data:|[A-Za-z]:[\\/]|\\\\)[^)\n]*?)>?\s*\)/gi;
const code = /^(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^\1[`~]*[ \t]*$|$(?![\s\S]))|(`+)(?!`)[\s\S]*?[^`]\2(?!`)/gm;
const htmlPicture = /<(?:img|v:imagedata)\b[^>]*?\bsrc\s*=\s*["']?(file:[^"'>]+)/gi;

/** The unescaped file name at the end of an address. Data without a name gets a general one. */
export function nameOf(address: string): string {
  if (/^(?:data|blob):/i.test(address)) return "粘贴的图片";
  const path = address.replace(/[?#].*$/s, "");
  let plain = path;
  try {
    plain = decodeURIComponent(path);
  } catch {
    // The address has broken escapes: use it unchanged.
  }
  return cutText((plain.split(/[\\/]/).filter(Boolean).at(-1) ?? "图片").trim(), 60);
}

/** The images of a text that its readers cannot see. Ignores code. The gateway uses the same rule. */
export function localReferences(text: string): LocalReference[] {
  if (!/file:|blob:|data:|[A-Za-z]:[\\/]|\\\\/i.test(text)) return [];
  const hidden = text.replace(code, (block) => " ".repeat(block.length));
  return [...hidden.matchAll(reference)].map(([whole, alt = "", address = ""]) => ({
    text: whole,
    name: nameOf(address),
    alt: alt.trim(),
  }));
}

/** The names of images in pasted HTML (from Word, for example) whose files were not pasted with it. */
export function localPicturesIn(html: string): string[] {
  return [...new Set([...html.matchAll(htmlPicture)].map((match) => nameOf(match[1] ?? "")))];
}
