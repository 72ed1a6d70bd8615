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
 * Selects a value. The options of a section's classes load later: until then an option of its own holds the value, so
 * that it is sent and saved with the form.
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

/** Fills a form's fields. Sends the events of typing to all listeners after the last field is filled. */
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
