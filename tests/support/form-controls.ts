import type { CheerioAPI } from "cheerio";

type Elements = ReturnType<CheerioAPI>;

/** The controls of a form in document order, including controls elsewhere on the page that name the form. */
export function controlsOf($: CheerioAPI, form: Elements): Elements {
  const id = form.attr("id");
  return $("input, select, textarea").filter((_, element) => {
    const control = $(element);
    const owner = control.attr("form");
    return owner === undefined ? control.closest("form").is(form) : owner === id;
  });
}

/**
 * What a control sends, as [name, value] pairs: nothing when it is disabled, unchecked, nameless or a button.
 */
export function valuesOf($: CheerioAPI, control: Elements): [string, string][] {
  const name = control.attr("name");
  if (!name || control.attr("disabled") !== undefined || control.closest("fieldset[disabled]").length > 0)
    return [];
  if (control.is("textarea")) return [[name, asSent(control.text().replace(/^\n/, ""))]];
  if (control.is("select")) return selectedIn($, control).map((value) => [name, value]);
  const type = (control.attr("type") ?? "text").toLowerCase();
  if (["submit", "button", "reset", "image", "file"].includes(type)) return [];
  if (["checkbox", "radio"].includes(type))
    return control.attr("checked") === undefined ? [] : [[name, control.attr("value") ?? "on"]];
  return [[name, asSent(control.attr("value") ?? "")]];
}

/** HTTP forms send line ends as CRLF. */
const asSent = (text: string) => text.replace(/\r?\n/g, "\r\n");

function selectedIn($: CheerioAPI, select: Elements): string[] {
  const options = select.find("option").toArray();
  const optionValue = (option: (typeof options)[number]) =>
    $(option).attr("value") ?? $(option).text().trim();
  const selected = options.filter((option) => $(option).attr("selected") !== undefined);
  if (select.attr("multiple") !== undefined) return selected.map(optionValue);
  // A browser takes the last of several selected options; without one it takes the first enabled option.
  const selectedOption =
    selected.at(-1) ?? options.find((option) => $(option).attr("disabled") === undefined);
  return selectedOption ? [optionValue(selectedOption)] : [];
}
