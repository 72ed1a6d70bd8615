import { useEffect, useState } from "react";
import { ask } from "~/editor/textarea/ask";
import { SimilarList, type SimilarTopic } from "./similar-topics";
import styles from "./similar-topics.module.css";

/** Milliseconds without typing before the search, and the minimum length of a title. */
const [pause, minimumLength] = [400, 4];

interface TypedTitle {
  title: string;
  fid: string;
}

/** The typed title and section, by which similar topics are searched. */
function typedIn(input: HTMLInputElement): TypedTitle {
  const fid = input.form?.elements.namedItem("fid");
  return { title: input.value.trim(), fid: fid instanceof HTMLSelectElement ? fid.value : "" };
}

/**
 * The topics similar to the typed title, searched after a pause in typing; a late answer to an older title is dropped.
 */
function useSimilar(input: HTMLInputElement): SimilarTopic[] {
  const [typed, setTyped] = useState(() => typedIn(input));
  const [topics, setTopics] = useState<SimilarTopic[]>([]);
  useEffect(() => {
    const typing = () => setTyped(typedIn(input));
    for (const name of ["input", "focus"] as const) input.addEventListener(name, typing);
    return () => {
      for (const name of ["input", "focus"] as const) input.removeEventListener(name, typing);
    };
  }, [input]);
  const { title, fid } = typed;
  useEffect(() => {
    if ([...title].length < minimumLength) {
      setTopics([]);
      return;
    }
    const abort = new AbortController();
    const timer = setTimeout(async () => {
      const answer = await ask<{ topics: SimilarTopic[] }>("similar", {
        fields: { title, ...(fid ? { fid } : {}) },
        signal: abort.signal,
      });
      // If the search fails, nothing is shown, because it is only a help.
      if (!abort.signal.aborted) setTopics(answer.ok ? answer.data.topics : []);
    }, pause);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [title, fid]);
  return topics;
}

/**
 * Topics similar to the typed title. They lie over the following fields while the focus is in the field or among them.
 * Escape hides them until the member types again.
 */
export default function SimilarWhileTyping({
  input,
  field,
}: {
  input: HTMLInputElement;
  field: HTMLElement;
}) {
  const topics = useSimilar(input);
  const [within, setWithin] = useState(true);
  useEffect(() => {
    const come = () => setWithin(true);
    const leave = ({ relatedTarget }: FocusEvent) => {
      // Switching to another window does not hide the topics.
      if (document.hasFocus() && !field.contains(relatedTarget as Node | null)) setWithin(false);
    };
    const press = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || event.isComposing) return;
      if (field.querySelector("a:focus")) input.focus();
      setWithin(false);
    };
    field.addEventListener("input", come);
    field.addEventListener("focusin", come);
    field.addEventListener("focusout", leave);
    field.addEventListener("keydown", press);
    return () => {
      field.removeEventListener("input", come);
      field.removeEventListener("focusin", come);
      field.removeEventListener("focusout", leave);
      field.removeEventListener("keydown", press);
    };
  }, [input, field]);
  const isOpen = within && topics.length > 0;
  return (
    <>
      <p className="visually-hidden" role="status">
        {isOpen ? `有 ${topics.length} 个相似的帖子，按 Tab 查看` : ""}
      </p>
      {isOpen ? (
        // biome-ignore lint/a11y/noStaticElementInteractions: a click beside a link keeps the focus in the field
        <div
          className={styles.over}
          onMouseDown={(event) => {
            if (!(event.target as Element).closest("a")) event.preventDefault();
          }}
        >
          <p>相似的帖子，先看看有没有答案</p>
          <SimilarList topics={topics} />
        </div>
      ) : null}
    </>
  );
}
