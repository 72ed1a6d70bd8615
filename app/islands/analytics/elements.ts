import { ancestorsMax, elementTextMax } from "contract/analytics/numbers";

/** What a click may be on; everything else only has a place. */
const targets = "a[href],button,summary,[role=button],[role=tab],[data-ad],[data-exposure]";
/** What is private, and what people type into. */
const hidden =
  "[data-private],input,textarea,select,option,[contenteditable],form[role=search],[role=textbox]";
/** Their text is nobody's. */
const silent = `${hidden},script,style,template`;
/** Where people type, the whole form is theirs, with its previews and lists of suggestions; so are dialogs. */
const privateAreas =
  "dialog,form:has(textarea,input:not([type=hidden],[type=submit],[type=checkbox],[type=radio]))";

/** Whether nothing may be said of what happens here, however deep it lies; always in browsers without `:has`. */
export function isPrivate(element: Element): boolean {
  try {
    return element.closest(`${hidden},${privateAreas}`) !== null;
  } catch {
    return true;
  }
}

type Linked<Node> = { matches(selector: string): boolean; parentElement: Node | null };

/** What was clicked: the element itself, or the nearest of its first 10 ancestors that is something to click on. */
export function targetOf<Node extends Linked<Node>>(element: Node): Node | null {
  let at: Node | null = element;
  for (let step = 0; at && step <= ancestorsMax; step += 1, at = at.parentElement)
    if (at.matches(targets)) return at;
  return null;
}

/** Blanks made one, and at most 256 characters. */
export const shortened = (text: string): string =>
  [...text.replace(/\s+/g, " ").trim()].slice(0, elementTextMax).join("");

/** The text of an element, without what stands in private places and fields within it. */
export function textOf(element: Element): string {
  let text = "";
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, (node) =>
    node instanceof Element && node.matches(silent) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT,
  );
  while (walker.nextNode() && text.length < elementTextMax * 4)
    if (walker.currentNode instanceof Text) text += walker.currentNode.data;
  return shortened(text);
}
