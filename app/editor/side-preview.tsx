import { useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { Prose } from "~/ui/prose";
import styles from "./side-preview.module.css";
import { ask } from "./textarea/ask";
import { useEditorTarget } from "./textarea/editor-target";

/** Milliseconds of quiet after which the text is laid out again: at most what the calls' limit allows. */
const quiet = 1_000;
const storageKey = "preview-beside";

function isWanted(): boolean {
  try {
    return localStorage.getItem(storageKey) === "1";
  } catch {
    return false;
  }
}

/** On wide screens: the text as it will be published, beside what is typed; kept as the person left it. */
export default function SidePreview() {
  const { box } = useEditorTarget();
  const [isOn, setOn] = useState(isWanted);
  useEffect(() => {
    box.toggleAttribute("data-beside", isOn);
    return () => box.removeAttribute("data-beside");
  }, [box, isOn]);
  const toggle = () => {
    setOn(!isOn);
    try {
      localStorage.setItem(storageKey, isOn ? "0" : "1");
    } catch {
      // Then it is asked for again next time.
    }
  };
  return (
    <>
      <button type="button" className={styles.toggle} aria-pressed={isOn} onClick={toggle}>
        并排预览
      </button>
      {isOn ? createPortal(<Live />, box) : null}
    </>
  );
}

/** The preview itself. Its scrolling is its own element's, and stays while the text inside changes. */
function Live() {
  const { textarea } = useEditorTarget();
  const [html, setHtml] = useState("");
  const [problem, setProblem] = useState("");
  useEffect(() => {
    let timer = 0;
    let controller: AbortController | undefined;
    const show = async () => {
      controller?.abort();
      const asking = new AbortController();
      controller = asking;
      const content = textarea.value;
      if (content.trim() === "") {
        setHtml("");
        return;
      }
      const options = { method: "POST" as const, fields: { content }, signal: asking.signal };
      const answer = await ask<{ html: string }>("preview", options);
      if (asking.signal.aborted) return;
      if (answer.ok) setHtml(answer.data.html);
      setProblem(answer.ok ? "" : answer.message);
    };
    const onInput = () => {
      window.clearTimeout(timer);
      timer = window.setTimeout(() => void show(), quiet);
    };
    void show();
    textarea.addEventListener("input", onInput);
    return () => {
      window.clearTimeout(timer);
      controller?.abort();
      textarea.removeEventListener("input", onInput);
    };
  }, [textarea]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached with the keyboard
    <section className={styles.live} aria-label="并排预览" tabIndex={0}>
      {problem ? <p role="status">{problem}</p> : null}
      {html ? <Prose html={html} /> : <p className={styles.empty}>写下的内容会在这里显示成发布后的样子</p>}
    </section>
  );
}
