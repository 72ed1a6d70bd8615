import { useEffect, useState } from "react";
import { Prose } from "~/ui/prose";
import { asTypedNotice } from "./as-typed-notice";
import { ask } from "./textarea/ask";
import styles from "./textarea/editor-tools.module.css";

/** The text as it will be published, rendered by the gateway. */
export function PreviewPanel({ id, labelledBy, source }: { id: string; labelledBy: string; source: string }) {
  const [answer, setAnswer] = useState<{ html: string; asTyped: boolean } | { problem: string }>();
  useEffect(() => {
    if (source.trim() === "") {
      setAnswer({ problem: "请先输入正文，再预览" });
      return;
    }
    const controller = new AbortController();
    void ask<{ html: string; asTyped: boolean }>("preview", {
      method: "POST",
      fields: { content: source },
      signal: controller.signal,
    }).then((result) => {
      if (!controller.signal.aborted) setAnswer(result.ok ? result.data : { problem: result.message });
    });
    return () => controller.abort();
  }, [source]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the Tab key must reach a panel without controls
    <div role="tabpanel" id={id} aria-labelledby={labelledBy} className={styles.preview} tabIndex={0}>
      {!answer ? <p className={styles.quiet}>正在生成预览…</p> : null}
      {answer && "problem" in answer ? (
        <p className={styles.problem} role="alert">
          {answer.problem}
        </p>
      ) : null}
      {answer && "html" in answer && answer.asTyped ? (
        <p className={styles.problem}>{asTypedNotice}</p>
      ) : null}
      {answer && "html" in answer ? <Prose html={answer.html} /> : null}
    </div>
  );
}
