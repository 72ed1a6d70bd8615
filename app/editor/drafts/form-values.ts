import { type DraftValues, noValues, valueNames } from "./draft";

/** What stands in a form's fields, as a draft takes it. */
export function valuesIn(form: HTMLFormElement): DraftValues {
  const data = new FormData(form);
  const text = (name: string) => {
    const value = data.get(name);
    return typeof value === "string" ? value : "";
  };
  return Object.fromEntries(valueNames.map((name) => [name, text(name)])) as unknown as DraftValues;
}

/** Fills a form's fields, as if somebody had typed it: whoever listens hears of it. */
export function fillForm(form: HTMLFormElement, values: DraftValues): void {
  for (const name of valueNames) {
    const field = form.elements.namedItem(name);
    const isField =
      field instanceof HTMLInputElement ||
      field instanceof HTMLTextAreaElement ||
      field instanceof HTMLSelectElement;
    if (!isField || field.value === values[name]) continue;
    field.value = values[name] || noValues[name];
    field.dispatchEvent(new Event("input", { bubbles: true }));
    if (field instanceof HTMLSelectElement) field.dispatchEvent(new Event("change", { bubbles: true }));
  }
}
