import { type ComponentType, type ReactNode, useEffect, useRef, useState } from "react";
import { TextAreaControl, type TextAreaControlProps } from "~/forms/form/text-area-control";
import type { DraftState } from "./drafts/draft";
import { hasLocalDraft } from "./drafts/local-drafts";
import styles from "./markdown-field.module.css";
import type { EditorTarget } from "./textarea/editor-target";
import { UploadFields } from "./uploads/upload-fields";

interface MarkdownFieldProps extends Omit<TextAreaControlProps, "wrap"> {
  /** The intent of the form's main button. */
  intent: string;
  /** Load the tools right after hydration; otherwise when the field gets the focus. */
  eager?: boolean;
  /** Stands in the toolbar's place until its code is loaded. */
  toCome?: ReactNode;
  /** Attachments are not offered: the text is not a topic's. */
  picturesOnly?: boolean;
  /** Without fields for uploads before JavaScript: another text of the form has them. */
  withoutUploads?: boolean;
  /** The draft of the field's form, saved during typing. */
  draft?: DraftState;
}

const keysHint = "按 Tab 缩进；先按 Esc 再按 Tab 离开输入框";

/**
 * The editor's text area. The server renders it plain. With JavaScript its tools are loaded when needed and attach to
 * the existing element, with the text already typed in it.
 */
export function MarkdownField({
  eager = false,
  toCome,
  intent,
  hint,
  draft,
  picturesOnly = false,
  withoutUploads = false,
  ...control
}: MarkdownFieldProps) {
  const box = useRef<HTMLDivElement>(null);
  const below = useRef<HTMLDivElement>(null);
  const status = useRef<HTMLParagraphElement>(null);
  const [isWanted, setIsWanted] = useState(eager || draft?.restored != null);
  const [tools, setTools] = useState<{
    Tools: ComponentType<{ target: EditorTarget; draft?: DraftState | undefined; beside?: boolean }>;
    target: EditorTarget;
  }>();
  useEffect(() => {
    const element = box.current;
    // The field may have got the focus before hydration.
    if (element?.contains(document.activeElement)) setIsWanted(true);
    if (draft && hasLocalDraft(draft.target)) setIsWanted(true);
    const want = () => setIsWanted(true);
    element?.addEventListener("focusin", want, { once: true });
    return () => element?.removeEventListener("focusin", want);
  }, [draft]);
  useEffect(() => {
    if (!isWanted) return;
    import("./editor-tools").then(
      ({ default: Tools }) => {
        const textarea = box.current?.querySelector("textarea");
        if (!box.current || !below.current || !textarea) return;
        const announce = (message: string) => {
          if (status.current) status.current.textContent = message;
        };
        const { current } = box;
        setTools({ Tools, target: { textarea, box: current, below: below.current, announce, picturesOnly } });
      },
      // When the tools fail to load, the plain text area still works.
      () => undefined,
    );
  }, [isWanted, picturesOnly]);
  const scriptedHint = tools ? (
    <>
      {hint}
      <span className="needs-keys">
        {hint ? "。" : null}
        {keysHint}
      </span>
    </>
  ) : (
    hint
  );
  return (
    <>
      <TextAreaControl
        {...control}
        {...(scriptedHint ? { hint: scriptedHint } : {})}
        wrap={(textarea, invalid) => (
          <>
            <div ref={box} className={styles.box} data-invalid={invalid || undefined}>
              <div>{tools ? <tools.Tools target={tools.target} draft={draft} beside={eager} /> : toCome}</div>
              {textarea}
              <div ref={below} />
            </div>
            <p ref={status} className={styles.status} role="status" />
          </>
        )}
      />
      {withoutUploads ? null : (
        <UploadFields id={control.field.id} intent={intent} picturesOnly={picturesOnly} />
      )}
    </>
  );
}
