import { useNavigate } from "@remix-run/react";
import type { CallResponse } from "contract";
import { productKinds, replacementKinds } from "contract/products/constants";
import type { PartHit } from "contract/search/parts";
import { type RefObject, useEffect, useId, useState } from "react";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { Icon } from "~/ui/icon";
import type { IconName } from "~/ui/icon-names.gen";
import styles from "./suggestions.module.css";

export interface SuggestionsProps {
  text: string;
  input: RefObject<HTMLInputElement>;
  /** Puts a text into the search box. */
  onChoose: (text: string) => void;
  /** The text of the box before anybody typed. */
  before: string;
  /** The address of a search for a text. */
  hrefOf: (text: string) => string;
}

interface Option {
  key: string;
  icon: IconName;
  kind: string;
  text: string;
  href: string;
  /** Only for a search: the text that the box shows after choosing it. */
  search?: string;
}

/** The product that the typed number leads to. */
function partOption(
  { product, number, reference, corrected }: PartHit,
  to: (path: string) => string,
): Option {
  const closeness = replacementKinds.find(({ code }) => code === reference?.kind)?.name;
  return {
    key: "part hit",
    icon: "cpu",
    kind: reference ? `替代料 · ${closeness}` : corrected ? "你要找的是" : kindOf(product.kind),
    text: reference
      ? `${number} → ${product.name}`
      : number === product.name
        ? number
        : `${number}（${product.name}）`,
    href: to(paths.product(product.id)),
  };
}
const kindOf = (code: string) => productKinds.find((kind) => kind.code === code)?.name ?? "产品";

/** Milliseconds without typing before the request. */
const pause = 180;

type Answer = CallResponse<"searchSuggest">;

/** Loads suggestions during typing; answers to earlier texts are dropped. */
function useAnswer(text: string): Answer | null {
  const [answer, setAnswer] = useState<Answer | null>(null);
  useEffect(() => {
    const query = text.trim();
    if (!query) {
      setAnswer(null);
      return;
    }
    const abort = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const response = await fetch(paths.suggestions(query), {
          signal: abort.signal,
        });
        if (response.ok) setAnswer((await response.json()) as Answer);
      } catch {
        // The search works without suggestions.
      }
    }, pause);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [text]);
  return answer;
}

/**
 * The suggestions below the search box (ARIA 1.2 combobox: the focus stays in the box, arrows choose, Enter accepts,
 * Escape closes). Ignores keys that an input method handles.
 */
export function Suggestions({ text, input, onChoose, before, hrefOf }: SuggestionsProps) {
  const { to } = useShell();
  const navigate = useNavigate();
  const id = useId();
  const answer = useAnswer(text);
  // Text typed before this code was loaded also opens the list.
  const [open, setOpen] = useState(() => text !== before);
  const [active, setActive] = useState(-1);

  const options: Option[] = answer
    ? [
        ...(answer.part ? [partOption(answer.part, to)] : []),
        ...answer.searches.map((search): Option => {
          const href = hrefOf(search);
          return { key: `search ${search}`, icon: "search", kind: "搜索", text: search, href, search };
        }),
        ...answer.products
          .filter(({ id: product }) => product !== answer.part?.product.id)
          .map(
            ({ id: product, name }): Option => ({
              key: `product ${product}`,
              icon: "cpu",
              kind: "产品",
              text: name,
              href: to(paths.product(product)),
            }),
          ),
        ...answer.parts
          .filter(({ number }) => number !== answer.part?.number)
          .map(
            ({ number, productId }): Option => ({
              key: `part ${number}`,
              icon: "cpu",
              kind: "订购型号",
              text: number,
              href: to(paths.product(productId)),
            }),
          ),
        ...answer.topics.map(
          ({ tid, title }): Option => ({
            key: `topic ${tid}`,
            icon: "message",
            kind: "帖子",
            text: title,
            href: to(paths.topic(tid)),
          }),
        ),
        ...answer.tags.map(
          (tag): Option => ({
            key: `tag ${tag.id}`,
            icon: "bookmark",
            kind: "标签",
            text: tag.name,
            href: to(paths.tag(tag.id)),
          }),
        ),
        ...answer.people.map(
          ({ uid, nickName }): Option => ({
            key: `user ${uid}`,
            icon: "user",
            kind: "用户",
            text: nickName,
            href: to(paths.user(uid)),
          }),
        ),
      ]
    : [];
  const isShown = open && options.length > 0;
  const optionId = (index: number) => `${id}-${index}`;

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new answer makes a new list
  useEffect(() => setActive(-1), [answer]);

  const choose = (option: Option) => {
    setOpen(false);
    if (option.search !== undefined) onChoose(option.search);
    navigate(option.href);
  };

  // The page renders the box before this code is loaded, so its role and keys are added here.
  useEffect(() => {
    const box = input.current;
    if (!box) return;
    box.setAttribute("role", "combobox");
    box.setAttribute("aria-autocomplete", "list");
    box.setAttribute("aria-haspopup", "listbox");
    box.setAttribute("aria-expanded", String(isShown));
    if (isShown) box.setAttribute("aria-controls", id);
    else box.removeAttribute("aria-controls");
    if (isShown && active >= 0) box.setAttribute("aria-activedescendant", optionId(active));
    else box.removeAttribute("aria-activedescendant");
  });
  useEffect(() => {
    const box = input.current;
    if (!box) return;
    const keydown = (event: KeyboardEvent) => {
      if (event.isComposing || event.keyCode === 229) return;
      const option = options[active];
      if (event.key === "ArrowDown" || event.key === "ArrowUp") {
        if (options.length === 0) return;
        event.preventDefault();
        const step = event.key === "ArrowDown" ? 1 : -1;
        // One position more than options: the box itself.
        if (isShown) setActive(((active + 1 + step + options.length + 1) % (options.length + 1)) - 1);
        setOpen(true);
      } else if (event.key === "Enter") {
        if (isShown && option) {
          event.preventDefault();
          choose(option);
        } else setOpen(false);
      } else if (event.key === "Escape" && isShown) {
        event.preventDefault();
        setOpen(false);
      }
    };
    const typing = () => setOpen(true);
    const leave = () => setOpen(false);
    box.addEventListener("keydown", keydown);
    box.addEventListener("input", typing);
    box.addEventListener("blur", leave);
    return () => {
      box.removeEventListener("keydown", keydown);
      box.removeEventListener("input", typing);
      box.removeEventListener("blur", leave);
    };
  });

  return (
    <>
      <p className="visually-hidden" role="status">
        {isShown ? `${options.length} 条建议，用上下方向键选择` : ""}
      </p>
      {isShown ? (
        <div id={id} role="listbox" aria-label="搜索建议" className={styles.list}>
          {options.map((option, index) => (
            // biome-ignore lint/a11y/useFocusableInteractive: the box keeps the focus
            // biome-ignore lint/a11y/useKeyWithClickEvents: the box handles the keys
            <div
              key={option.key}
              id={optionId(index)}
              role="option"
              aria-selected={index === active}
              className={styles.option}
              // Otherwise the box would lose the focus, and the list would close before the click.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(option)}
            >
              <Icon name={option.icon} />
              <span className={styles.text}>{option.text}</span>
              <span className={styles.kind}>{option.kind}</span>
            </div>
          ))}
        </div>
      ) : null}
    </>
  );
}
