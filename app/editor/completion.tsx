import { useMatches } from "@remix-run/react";
import { useEffect, useId, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { ask } from "./textarea/ask";
import { caretPlace } from "./textarea/caret";
import { useEditorTarget } from "./textarea/editor-target";
import styles from "./textarea/editor-tools.module.css";
import { isInFence } from "./textarea/formatting";
import { isComposing } from "./textarea/keyboard";
import { applyEdit } from "./textarea/text-edit";

type Field = HTMLTextAreaElement | HTMLInputElement;

/** A suggestion. A person has an `icon`; a tag has the number of its topics as `note`. */
interface Option {
  value: string;
  icon?: string | null;
  note?: string;
}

/** The word being typed, and the offset `start` where it begins. */
interface Typing {
  field: Field;
  start: number;
  text: string;
  place: { left: number; top: number };
}

/** The mention that ends at the caret: an @ with no letter or digit before it, and the text after the @. */
function mentionBefore(text: string, caret: number): { start: number; text: string } | null {
  const match = /(?<![A-Za-z0-9_.@`])@([^\s@，。！？、：；,!?:;()（）<>"'\\]{0,20})$/.exec(
    text.slice(Math.max(0, caret - 40), caret),
  );
  return match && !isInFence(text, caret)
    ? { start: caret - (match[1] ?? "").length, text: match[1] ?? "" }
    : null;
}

/** The tag being typed in the field of tags. */
function tagBefore(text: string, caret: number): { start: number; text: string } {
  const word = /[^\s,，、;；]*$/.exec(text.slice(0, caret))?.[0] ?? "";
  return { start: caret - word.length, text: word };
}

async function peopleLike(text: string, near: Option[]): Promise<Option[]> {
  const prefix = text.toLowerCase();
  const here = near.filter(({ value }) => value.toLowerCase().includes(prefix));
  if (text === "") return here.slice(0, 8);
  const answer = await ask<{ people: { nickName: string; icon: string | null }[] }>("people", {
    fields: { text },
  });
  const found = answer.ok ? answer.data.people.map(({ nickName, icon }) => ({ value: nickName, icon })) : [];
  return [...here, ...found.filter(({ value }) => !here.some((one) => one.value === value))].slice(0, 8);
}

async function tagsLike(text: string, present: string[]): Promise<Option[]> {
  const answer = await ask<{ tags: { name: string; topics: number }[] }>("tags", { fields: { text } });
  const tags = answer.ok ? answer.data.tags : [];
  return tags
    .filter(({ name }) => !present.includes(name))
    .map(({ name, topics }) => ({ value: name, note: `${topics} 帖` }));
}

interface Author {
  nickName: string;
  icon: string | null;
}

/** The authors of the posts on this page, when it is a topic's page. */
function peopleOf(matches: { data: unknown }[]): Option[] {
  type Floors = { author: Author; depthPosts: { author: Author }[] }[];
  const topic = matches
    .map(({ data }) => (data as { topic?: { floors?: Floors } } | undefined)?.topic)
    .find(Boolean);
  const authors = (topic?.floors ?? []).flatMap((floor) => [
    floor.author,
    ...floor.depthPosts.map(({ author }) => author),
  ]);
  const byName = new Map(
    authors.map(({ nickName, icon }) => [nickName, { value: nickName, icon, note: "本帖" }]),
  );
  return [...byName.values()];
}

/** Suggests people after an @ in the text, and tags in the tag field, in a listbox beside the caret. */
export function Completion() {
  const { textarea } = useEditorTarget();
  const here = useRef<Option[]>([]);
  here.current = peopleOf(useMatches());
  const [typing, setTyping] = useState<Typing | null>(null);
  const [options, setOptions] = useState<Option[]>([]);
  const [active, setActive] = useState(0);
  const listId = useId();
  const latest = useRef({ typing, options, active });
  latest.current = { typing, options, active };
  const close = () => {
    setTyping(null);
    setOptions([]);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the listeners read the newest state from refs
  useEffect(() => {
    const tagField = textarea.form?.elements.namedItem("tags");
    const fields = [textarea, ...(tagField instanceof HTMLInputElement ? [tagField] : [])];
    const look = (event: Event) => {
      const field = event.currentTarget as Field;
      if (event instanceof InputEvent && event.isComposing) return;
      const caret = field.selectionEnd ?? field.value.length;
      const found = field === textarea ? mentionBefore(field.value, caret) : tagBefore(field.value, caret);
      if (!found || field !== document.activeElement) {
        close();
        return;
      }
      const at = caretPlace(field, found.start);
      const bounds = field.getBoundingClientRect();
      const offsetLeft =
        Math.max(8, Math.min(bounds.left + at.left, window.innerWidth - 220)) + window.scrollX;
      setTyping({
        field,
        ...found,
        place: {
          left: offsetLeft,
          top: bounds.top + Math.min(at.bottom, bounds.height) + window.scrollY + 4,
        },
      });
    };
    const pick = (index: number) => choose(latest.current, index, close);
    const onKeyDown = (event: Event) => {
      const { typing: open, options: choices, active: at } = latest.current;
      if (!(event instanceof KeyboardEvent) || isComposing(event) || !open || choices.length === 0) return;
      const next = {
        ArrowDown: (at + 1) % choices.length,
        ArrowUp: (at - 1 + choices.length) % choices.length,
      }[event.key];
      if (next !== undefined) setActive(next);
      else if (event.key === "Enter" || event.key === "Tab") pick(at);
      else if (event.key === "Escape") close();
      else return;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    for (const field of fields) {
      field.addEventListener("input", look);
      field.addEventListener("compositionend", look);
      // Capture: these keys must be handled before the editor's own shortcuts.
      field.addEventListener("keydown", onKeyDown, { capture: true });
      field.addEventListener("blur", close);
    }
    if (tagField instanceof HTMLInputElement) tagField.addEventListener("focus", look);
    return () => {
      for (const field of fields) {
        field.removeEventListener("input", look);
        field.removeEventListener("compositionend", look);
        field.removeEventListener("keydown", onKeyDown, { capture: true });
        field.removeEventListener("blur", close);
      }
      if (tagField instanceof HTMLInputElement) tagField.removeEventListener("focus", look);
    };
  }, [textarea]);
  const field = typing?.field;
  const text = typing?.text;
  useEffect(() => {
    if (!field || text === undefined) return;
    let current = true;
    const find = async () => {
      const found =
        field === textarea
          ? await peopleLike(text, here.current)
          : await tagsLike(text, field.value.split(/[\s,，、;；]+/));
      if (!current) return;
      setOptions(found);
      setActive(0);
    };
    const timer = window.setTimeout(() => void find(), text === "" ? 0 : 120);
    return () => {
      current = false;
      window.clearTimeout(timer);
    };
  }, [field, text, textarea]);
  const isOpen = typing !== null && options.length > 0;
  useEffect(() => {
    if (!isOpen || !field) return;
    const attributes = {
      "aria-controls": listId,
      "aria-expanded": "true",
      "aria-activedescendant": `${listId}-${active}`,
      "aria-autocomplete": "list",
    };
    if (field instanceof HTMLInputElement) Object.assign(attributes, { role: "combobox" });
    for (const [name, value] of Object.entries(attributes)) {
      // `aria-expanded` is for comboboxes only; a text area is none.
      if (name !== "aria-expanded" || field instanceof HTMLInputElement) field.setAttribute(name, value);
    }
    return () => {
      for (const name of [...Object.keys(attributes)]) field.removeAttribute(name);
    };
  }, [isOpen, field, active, listId]);
  if (!isOpen || !typing) return null;
  return createPortal(
    <div
      id={listId}
      role="listbox"
      aria-label={typing.field === textarea ? "提到的人" : "可选的已有名称"}
      className={styles.list}
      style={{ left: typing.place.left, top: typing.place.top }}
    >
      {options.map((option, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field keeps the focus and handles the keys
        // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus (aria-activedescendant)
        <div
          key={option.value}
          id={`${listId}-${index}`}
          role="option"
          aria-selected={index === active}
          className={styles.option}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => choose(latest.current, index, close)}
        >
          {option.icon ? <img src={option.icon} alt="" width={24} height={24} /> : null}
          {option.value}
          {option.note ? <small>{option.note}</small> : null}
        </div>
      ))}
    </div>,
    document.body,
  );
}

function choose(
  { typing, options }: { typing: Typing | null; options: Option[] },
  index: number,
  close: () => void,
): void {
  const option = options[index];
  if (!typing || !option) return;
  const { field, start } = typing;
  applyEdit(field, { start, end: field.selectionEnd ?? field.value.length, text: `${option.value} ` });
  close();
}
