import { type KeyboardEvent, useRef } from "react";
import { Icon } from "~/ui/icon";
import { ExtraTools } from "./extra-tools";
import { type Command, commandGroups } from "./textarea/commands";
import { useEditorTarget } from "./textarea/editor-target";
import styles from "./textarea/editor-tools.module.css";
import { applyEdit, selectedIn } from "./textarea/text-edit";

const isApple = () => /Mac|iP(hone|ad|od)/.test(navigator.platform);

function titleOf({ label, shortcut }: Command): string {
  return shortcut ? `${label}（${isApple() ? "⌘" : "Ctrl"}+${shortcut.label}）` : label;
}

/** The toolbar is one Tab stop; arrow keys move between its buttons (the toolbar pattern of WAI-ARIA). */
export function Toolbar() {
  const { textarea } = useEditorTarget();
  const bar = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const buttons = [...(bar.current?.querySelectorAll<HTMLButtonElement>("button:not(:disabled)") ?? [])];
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    const last = buttons.length - 1;
    const to = {
      ArrowRight: at === last ? 0 : at + 1,
      ArrowLeft: at <= 0 ? last : at - 1,
      Home: 0,
      End: last,
    }[event.key];
    if (at < 0 || to === undefined) return;
    event.preventDefault();
    for (const button of buttons) button.tabIndex = -1;
    const next = buttons[to];
    if (!next) return;
    next.tabIndex = 0;
    next.focus();
  };
  return (
    <div
      ref={bar}
      role="toolbar"
      aria-label="文字格式"
      aria-controls={textarea.id}
      className={styles.toolbar}
      onKeyDown={onKeyDown}
    >
      {commandGroups.map((group, index) => (
        <div key={group[0]?.name} className={styles.group}>
          {group.map((command, place) => (
            <button
              key={command.name}
              type="button"
              className={styles.tool}
              tabIndex={index === 0 && place === 0 ? 0 : -1}
              aria-label={command.label}
              title={titleOf(command)}
              // A press must not take the focus from the text: on a phone that closes the keyboard.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => applyEdit(textarea, command.run(selectedIn(textarea)))}
            >
              <Icon name={command.icon} />
            </button>
          ))}
        </div>
      ))}
      <ExtraTools />
    </div>
  );
}
