import { lazy, Suspense, useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { chunk } from "~/navigation/chunk";
import { CodeLanguage } from "./code-language";
import { Completion } from "./completion";
import { Counter } from "./counter";
import type { DraftState } from "./drafts/draft";
import { DraftKeeper } from "./drafts/draft-keeper";
import { listenToRichPaste } from "./paste/rich-paste";
import { PreviewPanel } from "./preview-panel";
import { type EditorTarget, EditorTargetContext } from "./textarea/editor-target";
import styles from "./textarea/editor-tools.module.css";
import { keepFormWhileComposing, listenToKeys } from "./textarea/keyboard";
import { Toolbar } from "./toolbar";

const SidePreview = lazy(chunk(() => import("./side-preview")));

type View = "write" | "preview";
const views: { name: View; label: string }[] = [
  { name: "write", label: "编辑" },
  { name: "preview", label: "预览" },
];

/**
 * All tools that the editor adds to its text area. They are one chunk of code, loaded when somebody begins to write.
 */
export default function EditorTools({
  target,
  draft,
  beside = false,
}: {
  target: EditorTarget;
  draft?: DraftState | undefined;
  /** Whether there is room for a preview beside the field on a wide screen. */
  beside?: boolean;
}) {
  const { textarea, announce } = target;
  const [view, setView] = useState<View>("write");
  useEffect(() => listenToKeys(textarea), [textarea]);
  useEffect(() => listenToRichPaste(textarea, announce), [textarea, announce]);
  useEffect(() => {
    const { form } = textarea;
    form?.addEventListener("keydown", keepFormWhileComposing);
    return () => form?.removeEventListener("keydown", keepFormWhileComposing);
  }, [textarea]);
  const show = (next: View) => {
    textarea.hidden = next === "preview";
    setView(next);
    if (next === "write") textarea.focus();
  };
  const panelId = `${textarea.id}-preview`;
  return (
    <EditorTargetContext.Provider value={target}>
      <div className={styles.bar}>
        <div
          role="tablist"
          aria-label="编辑或预览"
          className={styles.tabs}
          onKeyDown={(event) => {
            if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
            const next = view === "write" ? "preview" : "write";
            show(next);
            document.getElementById(`${textarea.id}-${next}-tab`)?.focus();
          }}
        >
          {views.map(({ name, label }) => (
            <button
              key={name}
              type="button"
              role="tab"
              id={`${textarea.id}-${name}-tab`}
              aria-selected={view === name}
              aria-controls={name === "write" ? textarea.id : view === "preview" ? panelId : undefined}
              tabIndex={view === name ? 0 : -1}
              className={styles.tab}
              onClick={() => show(name)}
            >
              {label}
            </button>
          ))}
        </div>
        {view === "write" ? <Toolbar /> : null}
        {beside && view === "write" ? (
          <Suspense>
            <SidePreview />
          </Suspense>
        ) : null}
      </div>
      {view === "preview" ? (
        <PreviewPanel id={panelId} labelledBy={`${textarea.id}-preview-tab`} source={textarea.value} />
      ) : null}
      <Completion />
      {createPortal(
        <div className={styles.statusBar}>
          {draft ? <DraftKeeper draft={draft} /> : null}
          <CodeLanguage />
          <Counter />
        </div>,
        target.below,
      )}
    </EditorTargetContext.Provider>
  );
}
