import { imageEndings } from "contract/files/constants";
import { Icon } from "~/ui/icon";
import type { LocalReference } from "./local-references";
import styles from "./uploads.module.css";

interface LocalNoticesProps {
  /** Images in the text whose address is a file on this computer. */
  references: LocalReference[];
  /** Names of images that were in pasted text but not in the clipboard. */
  lost: string[];
  /** @param reference the image reference that the file replaces; without one the files go to the caret */
  onPick: (files: File[], reference?: LocalReference) => void;
  onDismiss: () => void;
}

/** Asks the author to choose image files that a page cannot read from this computer. */
export function LocalNotices({ references, lost, onPick, onDismiss }: LocalNoticesProps) {
  return (
    <div aria-live="polite">
      {references.map((reference) => (
        <p key={reference.text} className={styles.notice}>
          <span>
            正文引用了本机图片 <b>{reference.name}</b>，别人看不到它，请重新选择该文件上传
          </span>
          <PickFile
            name={`选择 ${reference.name}`}
            onPick={(files) => onPick(files.slice(0, 1), reference)}
          />
        </p>
      ))}
      {lost.length > 0 ? (
        <p className={styles.notice}>
          <span>
            粘贴的内容里有本机图片 <b>{lost.slice(0, 3).join("、")}</b>
            {lost.length > 3 ? ` 等 ${lost.length} 张` : ""}，浏览器读不到它们，请选择这些文件上传
          </span>
          <PickFile name="选择粘贴内容里的图片" multiple onPick={(files) => onPick(files)} />
          <button type="button" className="link-button" onClick={onDismiss}>
            不需要
          </button>
        </p>
      ) : null}
    </div>
  );
}

function PickFile({
  name,
  multiple = false,
  onPick,
}: {
  name: string;
  multiple?: boolean;
  onPick: (files: File[]) => void;
}) {
  return (
    <label>
      <Icon name="paperclip" /> 选择文件
      <input
        type="file"
        className="visually-hidden"
        aria-label={name}
        multiple={multiple}
        accept={imageEndings.join(",")}
        onChange={({ currentTarget }) => onPick([...(currentTarget.files ?? [])])}
      />
    </label>
  );
}
