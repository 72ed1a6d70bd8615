/**
 * A picture that lies on the author's computer alone: its place in the text, its name and its description.
 */
export interface LocalReference {
  text: string;
  name: string;
  alt: string;
}

const reference = /!\[([^\]\n]*)\]\(\s*<?((?:file:|blob:|data:|[A-Za-z]:[\\/]|\\\\)[^)\n]*?)>?\s*\)/gi;
const code = /^(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^\1[`~]*[ \t]*$|$(?![\s\S]))|(`+)(?!`)[\s\S]*?[^`]\2(?!`)/gm;
const htmlPicture = /<(?:img|v:imagedata)\b[^>]*?\bsrc\s*=\s*["']?(file:[^"'>]+)/gi;

/** The file's name at the end of an address, unescaped; data that was pasted without a name has none. */
export function nameOf(address: string): string {
  if (/^(?:data|blob):/i.test(address)) return "粘贴的图片";
  const path = address.replace(/[?#].*$/s, "");
  let plain = path;
  try {
    plain = decodeURIComponent(path);
  } catch {
    // As it stands.
  }
  return (plain.split(/[\\/]/).filter(Boolean).at(-1) ?? "图片").trim().slice(0, 60);
}

/**
 * The pictures of a text that its readers could not see, as the gateway finds them too; code is left alone.
 */
export function localReferences(text: string): LocalReference[] {
  if (!/file:|blob:|data:|[A-Za-z]:[\\/]|\\\\/i.test(text)) return [];
  const hidden = text.replace(code, (block) => " ".repeat(block.length));
  return [...hidden.matchAll(reference)].map(([whole, alt = "", address = ""]) => ({
    text: whole,
    name: nameOf(address),
    alt: alt.trim(),
  }));
}

/** The names of pictures in pasted HTML (from Word, say) that did not come along with it. */
export function localPicturesIn(html: string): string[] {
  return [...new Set([...html.matchAll(htmlPicture)].map((match) => nameOf(match[1] ?? "")))];
}
