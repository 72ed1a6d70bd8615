import { useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { Prose } from "~/ui/prose";
import styles from "./side-preview.module.css";
import { ask } from "./textarea/ask";
import { useEditorTarget } from "./textarea/editor-target";

/** Milliseconds without typing before the preview is updated; this keeps the calls under their limit. */
const quiet = 1_000;
const storageKey = "preview-beside";

function isWanted(): boolean {
  try {
    return localStorage.getItem(storageKey) === "1";
  } catch {
    return false;
  }
}

/** The preview beside the text area on wide screens. The browser remembers whether it is open. */
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
      // Without storage the choice lasts for this page only.
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

/** The preview's own element scrolls, so the position stays while the text changes. */
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
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach what scrolls
    <section className={styles.live} aria-label="并排预览" tabIndex={0}>
      {problem ? <p role="status">{problem}</p> : null}
      {html ? <Prose html={html} /> : <p className={styles.empty}>写下的内容会在这里显示成发布后的样子</p>}
    </section>
  );
}
