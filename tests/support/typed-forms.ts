import { controlsOf } from "./form-controls";
import type { FormChoice, Page } from "./plain-browser";

/** A form of a page, filled in by a person who wrote for a long time. */
export interface TypedForm {
  /** The form's address and button. Forms of a list's rows that share both count as one form. */
  name: string;
  choice: FormChoice;
  values: Record<string, string>;
  /** The typed texts that must not be lost. */
  typed: string[];
}

/** Values for fields that do not accept every text. */
const samples: Record<string, string> = {
  title: "写了很久的标题",
  tags: "写了很久",
  q: "林",
  captchaCode: "123456",
  code: "123456",
  phone: "13900000000",
  email: "somebody@example.com",
  contact: "somebody@example.com",
  username: "写了很久",
  confirmation: "注销账号",
  days: "3",
  recycleDays: "0",
  seats: "200",
  network: "203.0.113.0/24",
};
const sample = "写了很久的一段话，不能丢。";

/** Addresses of forms that leave the page and make no call of its screen. */
const leavesThePage = /^\/(?:preferences|login|logout|gateway)\b/;

/** Every form of a page that posts, once for each of its buttons, with every text field filled in. */
export function typedForms({ $, url }: Page): TypedForm[] {
  const found = new Map<string, TypedForm>();
  for (const element of $("button:not([type=button]):not([type=reset])").toArray()) {
    const button = $(element);
    const owner = button.attr("form");
    const form = owner ? $(`form[id="${owner}"]`) : button.closest("form");
    const method = button.attr("formmethod") ?? form.attr("method") ?? "get";
    const { pathname, search } = new URL(button.attr("formaction") ?? form.attr("action") ?? url.href, url);
    const action = pathname + search;
    if (form.length === 0 || method.toLowerCase() !== "post" || leavesThePage.test(action)) continue;
    if (button.attr("disabled") !== undefined) continue;
    const hidden = String(form.find("input[type=hidden][name=intent]").attr("value") ?? "");
    const intent = button.attr("name") === "intent" ? String(button.attr("value")) : "";
    const name = `${action} ${intent.split(":")[0] || hidden || button.text().trim()}`;
    if (found.has(name)) continue;
    const values: Record<string, string> = {};
    const typed: string[] = [];
    for (const control of controlsOf($, form).toArray()) {
      const field = $(control);
      const key = field.attr("name") ?? "";
      const type = (field.attr("type") ?? "text").toLowerCase();
      if (key === "" || field.attr("readonly") !== undefined || field.attr("disabled") !== undefined)
        continue;
      if (field.is("select")) {
        const first = field.find("option[value!='']").first().attr("value");
        if (first !== undefined && !field.find("option[selected][value!='']").length) values[key] = first;
      } else if (field.is("textarea") || ["text", "search", "email", "tel"].includes(type)) {
        values[key] = samples[key] ?? sample;
        if (field.is("textarea") || key === "title") typed.push(values[key]);
      } else if (
        type === "radio" &&
        values[key] === undefined &&
        !form.find(`[name="${key}"][checked]`).length
      )
        values[key] = field.attr("value") ?? "";
    }
    const choice = intent
      ? { intent }
      : { button: button.text().trim() || String(button.attr("aria-label")) };
    found.set(name, { name, choice, values, typed });
  }
  return [...found.values()];
}
