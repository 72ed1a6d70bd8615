import { type DraftValues, noValues, valueNames } from "./draft";

/** The values of a form's fields, as a draft stores them. */
export function valuesIn(form: HTMLFormElement): DraftValues {
  const data = new FormData(form);
  const text = (name: string) => {
    const value = data.get(name);
    return typeof value === "string" ? value : "";
  };
  return Object.fromEntries(valueNames.map((name) => [name, text(name)])) as unknown as DraftValues;
}

/**
 * Selects a value, also one whose option is still to come, as a section's classes are: until then it stands
 * in the list by itself, so that it is sent and kept with the form.
 */
function select(field: HTMLSelectElement, value: string): void {
  field.value = value;
  if (field.value === value) return;
  const placeholder = new Option("正在载入…", value, false, true);
  field.append(placeholder);
  new MutationObserver((_, observer) => {
    observer.disconnect();
    const isStill = placeholder.selected;
    placeholder.remove();
    if (isStill) field.value = value;
    if (field.selectedIndex < 0) field.selectedIndex = 0;
  }).observe(field, { childList: true });
}

/** Fills a form's fields, as if somebody had typed it: whoever listens hears of it, once all of it stands. */
export function fillForm(form: HTMLFormElement, values: DraftValues): void {
  const changed = valueNames.flatMap((name) => {
    const field = form.elements.namedItem(name);
    const isField =
      field instanceof HTMLInputElement ||
      field instanceof HTMLTextAreaElement ||
      field instanceof HTMLSelectElement;
    if (!isField || field.value === values[name]) return [];
    if (field instanceof HTMLSelectElement) select(field, values[name]);
    else field.value = values[name] || noValues[name];
    return [field];
  });
  for (const field of changed) {
    field.dispatchEvent(new Event("input", { bubbles: true }));
    if (field instanceof HTMLSelectElement) field.dispatchEvent(new Event("change", { bubbles: true }));
  }
}
