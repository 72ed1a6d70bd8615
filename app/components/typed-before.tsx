import { useActionData, useNavigation } from "@remix-run/react";
import { createContext, type ReactNode, useContext, useEffect, useRef } from "react";
import type { FormFailure } from "~/forms/result";

const LastPosted = createContext<{ current: FormData | undefined }>({ current: undefined });

/** Remembers the form that is being posted: when the network fails under it, its page gives way to an error page. */
export function RememberPosted({ children }: { children: ReactNode }) {
  const { state, formData } = useNavigation();
  const posted = useRef<FormData>();
  useEffect(() => {
    if (state !== "idle") posted.current = formData;
  }, [state, formData]);
  return <LastPosted.Provider value={posted}>{children}</LastPosted.Provider>;
}

const shown = [
  { name: "title", label: "标题", rows: 1 },
  { name: "content", label: "内容", rows: 10 },
];

/** On an error page: what was typed into the form that this page would have shown again. Nothing typed is ever lost. */
export function TypedBefore() {
  const posted = useContext(LastPosted).current;
  const failure = useActionData() as FormFailure | undefined;
  const texts = shown.flatMap(({ name, ...field }) => {
    const text = failure?.result?.initialValue?.[name] ?? posted?.get(name);
    return typeof text === "string" && text.trim() !== "" ? [{ ...field, text }] : [];
  });
  if (texts.length === 0) return null;
  return (
    <section className="surface" style={{ padding: "var(--space-4, 16px)" }}>
      <p>你刚才写的内容还没有提交，请先复制保存：</p>
      {texts.map(({ label, rows, text }) => (
        <p key={label}>
          <textarea aria-label={label} readOnly rows={rows} defaultValue={text} style={{ width: "100%" }} />
        </p>
      ))}
    </section>
  );
}
