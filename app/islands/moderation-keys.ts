/**
 * The keys of all moderators' lists. A key chooses an action and moves the focus to the reason; Enter there submits
 * it. No key submits at once.
 */

/** The key of each button, by the button's intent. */
const keysOf: Record<string, string> = {
  approve: "a",
  refuse: "e",
  ignore: "i",
  discard: "d",
  claim: "c",
  release: "b",
  uphold: "y",
  reject: "n",
  assign: "c",
  "appeal-uphold": "y",
  "appeal-reject": "n",
  recover: "a",
  destroy: "d",
};
/** Actions without a reason: Enter presses the button itself. */
const withoutReason = new Set(["claim", "release", "assign"]);
const operationKey = "o";
const allKey = "X";

const listForm = () => document.querySelector<HTMLFormElement>("main form:has(input[name=ids])");

/** The checkboxes of a moderator's list. */
export const boxes = () => [
  ...document.querySelectorAll<HTMLInputElement>("main input[type=checkbox][name=ids]"),
];

/** The buttons of a form that have a key. */
const keyed = (form: HTMLFormElement) =>
  [...form.querySelectorAll<HTMLButtonElement>("button[name=intent]")].flatMap((button) => {
    const key = keysOf[button.value];
    return key ? [{ key, button }] : [];
  });

const nameOf = (button: HTMLButtonElement) => button.textContent?.trim() ?? "";

/** The help texts for the keys of this page's list; empty without a list. */
export function moderationHelp(): [keys: string, what: string][] {
  const form = listForm();
  if (!form) return [];
  const decisions = keyed(form).map(({ key, button }): [string, string] => [
    key,
    withoutReason.has(button.value)
      ? `选好「${nameOf(button)}」，回车提交`
      : `选好「${nameOf(button)}」，写理由，回车提交`,
  ]);
  const operation = form.querySelector("[name=operation]");
  return [
    ["x", "选中或取消这一项"],
    ...(form.querySelector("[data-select-all]") ? [[allKey, "全选本页或取消"] as [string, string]] : []),
    ...(operation ? [[operationKey, "选择操作"] as [string, string]] : []),
    ...decisions,
    ...(decisions.length > 0 ? [["Esc", "写理由时，不做选好的处理了"] as [string, string]] : []),
  ];
}

/** Shows beside the reason which action Enter will submit; an empty text removes the line. */
function say(reason: HTMLElement, text: string): void {
  const place = reason.closest("fieldset") ?? reason.parentElement;
  let line = place?.querySelector<HTMLElement>("[data-chosen-decision]");
  if (!line && text !== "") {
    line = Object.assign(document.createElement("p"), { role: "status" });
    line.dataset.chosenDecision = "";
    line.style.gridColumn = "1 / -1";
    place?.append(line);
  }
  if (line) line.textContent = text;
}

let chosen: HTMLButtonElement | null = null;
const listening = new WeakSet<HTMLElement>();

/** In the reason, Enter presses the chosen button and Escape cancels the choice. */
function listen(reason: HTMLInputElement): void {
  if (listening.has(reason)) return;
  listening.add(reason);
  reason.addEventListener("keydown", (event) => {
    if (!chosen || chosen.form !== reason.form || event.isComposing) return;
    if (event.key === "Enter") {
      event.preventDefault();
      chosen.click();
    }
    if (event.key === "Escape") {
      chosen = null;
      say(reason, "");
    }
  });
}

function choose(form: HTMLFormElement, button: HTMLButtonElement): void {
  const all = boxes();
  const focused = all.find((box) => box === document.activeElement);
  // With the focus on a box and no box checked, the focused one is meant.
  if (focused && !all.some(({ checked }) => checked)) focused.click();
  const reason = form.querySelector<HTMLInputElement>("input[name=reason]");
  if (!reason || withoutReason.has(button.value)) {
    chosen = null;
    if (reason) say(reason, "");
    button.focus();
    return;
  }
  chosen = button;
  listen(reason);
  const count = boxes().filter(({ checked }) => checked).length;
  say(reason, `回车：${nameOf(button)}（选中 ${count} 项）；Esc 取消`);
  reason.focus();
  reason.scrollIntoView({ block: "center" });
}

/** Handles one key on a moderator's list; returns whether it is one of these keys. */
export function pressOverList(key: string): boolean {
  const form = listForm();
  if (!form) return false;
  if (key === "x") {
    // A click, so that the listeners that count chosen boxes run.
    boxes()
      .find((box) => box === document.activeElement)
      ?.click();
    return true;
  }
  if (key === allKey) {
    form.querySelector<HTMLInputElement>("[data-select-all]")?.click();
    return true;
  }
  if (key === operationKey) {
    const operation = form.querySelector<HTMLElement>("[name=operation]");
    operation?.focus();
    operation?.scrollIntoView({ block: "center" });
    return operation !== null;
  }
  const match = keyed(form).find((each) => each.key === key);
  if (match) choose(form, match.button);
  return match !== undefined;
}
