import { ancestorsMax, elementTextMax } from "contract/analytics/numbers";

/** Elements that are named in a click; for other elements only the position is recorded. */
const targets = "a[href],button,summary,[role=button],[role=tab],[data-ad],[data-exposure]";
/** Private areas and form fields. */
const hidden =
  "[data-private],input,textarea,select,option,[contenteditable],form[role=search],[role=textbox]";
/** Elements whose text is never recorded. */
const silent = `${hidden},script,style,template`;
/** A form with text fields is private as a whole, with its previews and suggestions; so are dialogs. */
const privateAreas =
  "dialog,form:has(textarea,input:not([type=hidden],[type=submit],[type=checkbox],[type=radio]))";

/** Whether nothing may be recorded about this element. Always true in browsers without `:has`. */
export function isPrivate(element: Element): boolean {
  try {
    return element.closest(`${hidden},${privateAreas}`) !== null;
  } catch {
    return true;
  }
}

type Linked<Node> = { matches(selector: string): boolean; parentElement: Node | null };

/** The clicked target: the element itself or the nearest of its first 10 ancestors that can be clicked. */
export function targetOf<Node extends Linked<Node>>(element: Node): Node | null {
  let at: Node | null = element;
  for (let step = 0; at && step <= ancestorsMax; step += 1, at = at.parentElement)
    if (at.matches(targets)) return at;
  return null;
}

/** The text with single spaces, at most 256 characters. */
export const shortened = (text: string): string =>
  [...text.replace(/\s+/g, " ").trim()].slice(0, elementTextMax).join("");

/** The text of an element without private areas and fields inside it. */
export function textOf(element: Element): string {
  let text = "";
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, (node) =>
    node instanceof Element && node.matches(silent) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT,
  );
  while (walker.nextNode() && text.length < elementTextMax * 4)
    if (walker.currentNode instanceof Text) text += walker.currentNode.data;
  return shortened(text);
}
