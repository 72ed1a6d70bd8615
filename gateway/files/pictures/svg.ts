/**
 * What a picture may be made of. Scripts, foreignObject, animation and outside content are left out by not
 * being here.
 */
const allowedElements = new Set(
  (
    "svg g defs symbol use title desc style path rect circle ellipse line polyline polygon text tspan textPath marker mask pattern " +
    "clipPath linearGradient radialGradient stop filter feBlend feColorMatrix feComposite feDropShadow feFlood feGaussianBlur feMerge " +
    "feMergeNode feMorphology feOffset feTurbulence"
  ).split(" "),
);

const token =
  /<!--(?:(?!--)[\s\S])*-->|<\?xml\s[^<>]*\?>|<\/([A-Za-z][\w.:-]*)\s*>|<([A-Za-z][\w.:-]*)((?:\s+[\w.:-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|[^<]+/y;
const attribute = /([\w.:-]+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/g;
const reference = /&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[\da-fA-F]{1,6});)/;

/** Why CSS (in a style element, or in any attribute) may not stand in a picture, or null. */
function cssProblem(css: string): string | null {
  if (/@import/i.test(css)) return "样式里不能用 @import";
  if (/url\(\s*(?!["']?#)/i.test(css)) return "不能引用外部资源：url() 里只能是 #编号";
  // An escape or a comment could spell either of the above so that neither pattern sees it.
  return /\\|\/\*/.test(css) ? "样式里不能有转义或注释" : null;
}

function attributeProblem(name: string, value: string): string | null {
  const local = name.toLowerCase().split(":").pop() ?? "";
  if (local.startsWith("on")) return `不能有事件属性 ${name}`;
  if (/&#/.test(value)) return `属性 ${name} 里不能用数字字符引用`;
  if ((local === "href" || local === "src") && !value.startsWith("#"))
    return `不能引用外部资源：${name}="${value.slice(0, 60)}"`;
  if (name.toLowerCase().startsWith("xmlns")) {
    return /^http:\/\/www\.w3\.org\/(2000\/svg|1999\/xlink)$/.test(value)
      ? null
      : `不认识的命名空间 ${value.slice(0, 60)}`;
  }
  if (/(?:javascript|data|vbscript)\s*:/i.test(value)) return `属性 ${name} 里不能有脚本或内嵌资源地址`;
  return cssProblem(value);
}

/**
 * Says what keeps an SVG from being stored, in Chinese and with its line, or null when nothing does. Strict
 * on purpose: what this small grammar does not know (DOCTYPE, CDATA, processing instructions) is refused.
 */
export function svgProblem(source: string): { line: number; message: string } | null {
  const open: string[] = [];
  let seenRoot = false;
  token.lastIndex = 0;
  let position = 0;
  const text = source.replace(/^\uFEFF/, "");
  const problem = (message: string) => ({ line: text.slice(0, position).split("\n").length, message });
  while (position < text.length) {
    token.lastIndex = position;
    const match = token.exec(text);
    if (!match) return problem("不是规范的 SVG：标签、属性引号有误，或用了 DOCTYPE、CDATA");
    const [whole, closing, opening, attributes = "", selfClosing] = match;
    if (open.at(-1) === "style" && (opening !== undefined || whole.startsWith("<!--")))
      return problem("<style> 里只能是样式文字");
    if (closing !== undefined) {
      if (open.pop() !== closing) return problem(`</${closing}> 没有对应的开始标签`);
    } else if (opening !== undefined) {
      if (!allowedElements.has(opening)) return problem(`不允许的元素 <${opening}>`);
      if (open.length === 0 && (seenRoot || opening !== "svg")) return problem("最外层必须是一个 <svg>");
      seenRoot = true;
      for (const [, name = "", double, single] of attributes.matchAll(attribute)) {
        const found = attributeProblem(name, double ?? single ?? "");
        if (found) return problem(found);
      }
      if (reference.test(attributes)) return problem("& 要写成 &amp;");
      if (!selfClosing) open.push(opening);
    } else if (!whole.startsWith("<")) {
      if (open.length === 0 && whole.trim() !== "") return problem("<svg> 之外不能有文字");
      if (reference.test(whole)) return problem("& 要写成 &amp;");
      const found =
        open.at(-1) === "style" ? (/&#/.test(whole) ? "样式里不能用字符引用" : cssProblem(whole)) : null;
      if (found) return problem(found);
    }
    position += whole.length;
  }
  if (open.length > 0) return problem(`<${open.at(-1)}> 没有结束标签`);
  if (!seenRoot) return problem("文件里没有 <svg>");
  if (!/<svg\s[^>]*xmlns\s*=\s*["']http:\/\/www\.w3\.org\/2000\/svg["']/.test(text))
    return problem('<svg> 缺少 xmlns="http://www.w3.org/2000/svg"');
  return null;
}

/**
 * The size at which an SVG stands: its `width` and `height` in pixels, or else its `viewBox`; null for one
 * that says neither.
 */
export function svgSize(source: string): { width: number; height: number } | null {
  const root = /<svg\s[^>]*>/.exec(source)?.[0] ?? "";
  const pixels = (name: string) =>
    Number(new RegExp(`\\s${name}\\s*=\\s*["']([\\d.]+)(?:px)?["']`).exec(root)?.[1] ?? 0);
  const [width, height] = [pixels("width"), pixels("height")];
  if (width > 0 && height > 0) return { width, height };
  const box = /\sviewBox\s*=\s*["']\s*[-\d.]+[\s,]+[-\d.]+[\s,]+([\d.]+)[\s,]+([\d.]+)/.exec(root);
  const [boxWidth, boxHeight] = [Number(box?.[1] ?? 0), Number(box?.[2] ?? 0)];
  return boxWidth > 0 && boxHeight > 0 ? { width: boxWidth, height: boxHeight } : null;
}
