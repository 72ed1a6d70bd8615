import { codeLanguages } from "contract/forum/code-languages";
import { useEffect, useState } from "react";
import { useEditorTarget } from "./textarea/editor-target";
import styles from "./textarea/editor-tools.module.css";
import { type FenceInfo, fenceAt } from "./textarea/formatting";
import { replaceRange } from "./textarea/text-edit";

/** A field for the language of the code block around the caret; it may stay empty. */
export function CodeLanguage() {
  const { textarea } = useEditorTarget();
  const [fence, setFence] = useState<FenceInfo | null>(null);
  useEffect(() => {
    const look = () => {
      if (document.activeElement === textarea) setFence(fenceAt(textarea.value, textarea.selectionStart));
    };
    document.addEventListener("selectionchange", look);
    textarea.addEventListener("input", look);
    return () => {
      document.removeEventListener("selectionchange", look);
      textarea.removeEventListener("input", look);
    };
  }, [textarea]);
  if (!fence) return null;
  const { start, end, language } = fence;
  return (
    <label className={styles.language}>
      代码语言
      <select
        value={language}
        onChange={({ currentTarget: { value } }) => replaceRange(textarea, start, end, value)}
      >
        <option value="">不指定</option>
        {language in codeLanguages || language === "" ? null : <option value={language}>{language}</option>}
        {Object.entries(codeLanguages).map(([word, name]) => (
          <option key={word} value={word}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
