import { type ComponentProps, useEffect, useRef, useState } from "react";
import { TextField } from "~/forms/inputs/text-field";
import styles from "./similar-topics.module.css";
import type While from "./similar-while-typing";

/** The title of a new topic. The code that searches similar topics loads when the field gets the focus. */
export function TitleWithSimilar(props: ComponentProps<typeof TextField>) {
  const field = useRef<HTMLDivElement>(null);
  const [help, setHelp] = useState<{ Help: typeof While; input: HTMLInputElement; field: HTMLElement }>();
  useEffect(() => {
    const element = field.current;
    const input = element?.querySelector("input");
    if (!element || !input) return;
    const load = async () => {
      const loaded = await import("./similar-while-typing").catch(() => null);
      if (loaded) setHelp({ Help: loaded.default, input, field: element });
    };
    // The field may have the focus before hydration.
    if (document.activeElement === input) void load();
    else input.addEventListener("focus", load, { once: true });
    return () => input.removeEventListener("focus", load);
  }, []);
  return (
    <div ref={field} className={styles.field}>
      <TextField {...props} />
      {help ? <help.Help input={help.input} field={help.field} /> : null}
    </div>
  );
}
