import { replyContentMax, titleMax, topicContentMax } from "contract/forum/constants";
import { useEffect, useState } from "react";
import { useEditorTarget } from "./textarea/editor-target";
import styles from "./textarea/editor-tools.module.css";

/** The remaining characters are shown once a text uses this share of its limit. */
const near = 0.9;

/** The number of characters left in the text and in the title, shown once it is small. */
export function Counter() {
  const { textarea } = useEditorTarget();
  const [lines, setLines] = useState<{ text: string; over: boolean }[]>([]);
  useEffect(() => {
    const title = textarea.form?.elements.namedItem("title");
    const fields = [
      { name: "标题", field: title instanceof HTMLInputElement ? title : null, maximum: titleMax },
      { name: "正文", field: textarea, maximum: title ? topicContentMax : replyContentMax },
    ];
    const count = () =>
      setLines(
        fields.flatMap(({ name, field, maximum }) => {
          const remaining = maximum - (field?.value.length ?? 0);
          if (!field || remaining > maximum * (1 - near)) return [];
          const text = remaining >= 0 ? `${name}还可以写 ${remaining} 字` : `${name}超出 ${-remaining} 字`;
          return [{ text, over: remaining < 0 }];
        }),
      );
    count();
    const { form } = textarea;
    form?.addEventListener("input", count);
    return () => form?.removeEventListener("input", count);
  }, [textarea]);
  return lines.map(({ text, over }) => (
    <span key={text.slice(0, 2)} className={styles.counter} data-over={over || undefined}>
      {text}
    </span>
  ));
}
