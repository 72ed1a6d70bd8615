/** The tags that give a name or need one; the attributes of a tag contain no bare `>`. */
const tags = /<(\/?)(label|input|select|textarea|button|a)\b([^>]*)>/g;
const unseen = /<(script|style|template|noscript)\b[^>]*>[\s\S]*?<\/\1>/g;
const nameAttribute = /\saria-label(?:ledby)?="[^"]|\stitle="[^"]/;
/** The visible text, and the names of pictures and hidden texts; an icon gives no name. */
const words = (html: string) =>
  html
    .replace(/<img\b[^>]*\balt="([^"]+)"[^>]*>/g, "$1")
    .replace(/<svg\b[^>]*\baria-label="([^"]+)"[^>]*>/g, "$1")
    .replace(/<[^>]*>/g, "")
    .trim();
const needsNoName = /\stype="(?:hidden|submit|button|image|reset)"/;

/**
 * The controls of a page that have no accessible name: fields without a label, buttons and links without words.
 * @param html the whole page
 * @returns one line for each
 */
export function namelessControls(html: string): string[] {
  const seen = html.replace(unseen, "");
  const labelled = new Set([...seen.matchAll(/<label\b[^>]*\sfor="([^"]*)"/g)].map(([, id]) => id));
  const found: string[] = [];
  /** The number of labels that are open. */
  let labels = 0;
  for (const { index, 0: tag, 1: end, 2: name, 3: attributes = "" } of seen.matchAll(tags)) {
    if (name === "label") labels += end ? -1 : 1;
    if (end || name === "label" || nameAttribute.test(attributes)) continue;
    const isPressed = name === "button" || name === "a";
    if (isPressed) {
      const inside = seen.slice(index + tag.length, seen.indexOf(`</${name}>`, index));
      const leadsNowhere = name === "a" && !/\shref=/.test(attributes);
      if (!leadsNowhere && !/\saria-hidden="true"/.test(attributes) && words(inside) === "") found.push(tag);
      continue;
    }
    const id = /\sid="([^"]*)"/.exec(attributes)?.[1];
    const isNamed = labels > 0 || (id !== undefined && labelled.has(id)) || needsNoName.test(attributes);
    if (!isNamed && !/\saria-hidden="true"/.test(attributes)) found.push(tag);
  }
  return found.map((tag) => `has a control without a name: ${tag.slice(0, 200)}`);
}
