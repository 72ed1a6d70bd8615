/** The CSS properties that decide where a text area breaks its lines. */
const copied = [
  "boxSizing",
  "width",
  "paddingTop",
  "paddingRight",
  "paddingBottom",
  "paddingLeft",
  "borderTopWidth",
  "borderRightWidth",
  "borderBottomWidth",
  "borderLeftWidth",
  "fontFamily",
  "fontSize",
  "fontWeight",
  "fontStyle",
  "letterSpacing",
  "lineHeight",
  "tabSize",
  "textIndent",
] as const;

/**
 * The position of an offset of a field's text, in pixels from the field's corner; `bottom` is the lower edge of its
 * line.
 */
export function caretPlace(
  field: HTMLTextAreaElement | HTMLInputElement,
  offset: number,
): { left: number; bottom: number } {
  const style = getComputedStyle(field);
  const mirror = document.createElement("div");
  for (const name of copied) mirror.style[name] = style[name];
  Object.assign(mirror.style, {
    position: "absolute",
    visibility: "hidden",
    top: "0",
    left: "-9999px",
    overflowWrap: "anywhere",
  });
  mirror.style.whiteSpace = field instanceof HTMLTextAreaElement ? "pre-wrap" : "pre";
  mirror.textContent = field.value.slice(0, offset);
  const mark = document.createElement("span");
  mark.textContent = "\u200b";
  mirror.append(mark);
  document.body.append(mirror);
  const place = {
    left: mark.offsetLeft - field.scrollLeft,
    bottom: mark.offsetTop + mark.offsetHeight - field.scrollTop,
  };
  mirror.remove();
  return place;
}
