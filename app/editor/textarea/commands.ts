import type { IconName } from "~/ui/icon-names.gen";
import {
  codeBlock,
  cycleHeading,
  link,
  table,
  toggleCode,
  toggleList,
  toggleMark,
  toggleQuote,
} from "./formatting";
import type { Selected, TextEdit } from "./text-edit";

/** One command of the toolbar. */
export interface Command {
  name: string;
  label: string;
  icon: IconName;
  /** A key pressed with Ctrl or ⌘: `KeyboardEvent.key` without Shift, or `code` when Shift changes the key. */
  shortcut?: { key?: string; code?: string; shift?: boolean; label: string };
  run: (selected: Selected) => TextEdit;
}

/** The toolbar's commands, in groups. */
export const commandGroups: Command[][] = [
  [
    { name: "heading", label: "章节", icon: "heading", run: cycleHeading },
    {
      name: "bold",
      label: "粗体",
      icon: "bold",
      shortcut: { key: "b", label: "B" },
      run: (selected) => toggleMark(selected, "**", "粗体文字"),
    },
    {
      name: "italic",
      label: "斜体",
      icon: "italic",
      shortcut: { key: "i", label: "I" },
      run: (selected) => toggleMark(selected, "*", "斜体文字"),
    },
  ],
  [
    {
      name: "quote",
      label: "引用",
      icon: "blockquote",
      shortcut: { code: "Period", shift: true, label: "Shift+." },
      run: toggleQuote,
    },
    { name: "code", label: "行内代码", icon: "code", shortcut: { key: "e", label: "E" }, run: toggleCode },
    { name: "codeBlock", label: "代码块", icon: "source-code", run: (selected) => codeBlock(selected) },
    {
      name: "link",
      label: "链接",
      icon: "link",
      shortcut: { key: "k", label: "K" },
      run: (selected) => link(selected),
    },
    { name: "image", label: "图片地址", icon: "photo", run: (selected) => link(selected, "image") },
  ],
  [
    {
      name: "list",
      label: "列表",
      icon: "list",
      shortcut: { code: "Digit8", shift: true, label: "Shift+8" },
      run: (selected) => toggleList(selected, "list"),
    },
    {
      name: "orderedList",
      label: "编号列表",
      icon: "list-numbers",
      shortcut: { code: "Digit7", shift: true, label: "Shift+7" },
      run: (selected) => toggleList(selected, "orderedList"),
    },
    {
      name: "taskList",
      label: "任务列表",
      icon: "list-check",
      shortcut: { key: "l", shift: true, label: "Shift+L" },
      run: (selected) => toggleList(selected, "taskList"),
    },
    { name: "table", label: "表格", icon: "table", run: table },
    {
      name: "mention",
      label: "提到某人",
      icon: "at",
      run: ({ start, end }) => ({
        start: end,
        end,
        text: "@",
        select: [end + 1, end + 1] as const,
        ...(start === end ? { start } : {}),
      }),
    },
  ],
];

const commands = commandGroups.flat();

/** The command of a key press, if it is a shortcut. */
export function commandOf(
  event: Pick<KeyboardEvent, "key" | "code" | "ctrlKey" | "metaKey" | "shiftKey" | "altKey">,
): Command | undefined {
  // On many keyboards Ctrl+Alt types a character.
  if (event.ctrlKey === event.metaKey || event.altKey) return undefined;
  return commands.find(({ shortcut }) => {
    if (!shortcut || event.shiftKey !== (shortcut.shift ?? false)) return false;
    return shortcut.code ? event.code === shortcut.code : event.key.toLowerCase() === shortcut.key;
  });
}
