import type { Attachment } from "contract/forum/shapes";
import { shownBytes } from "~/format/bytes";
import { shortCount } from "~/format/text";
import { Icon } from "~/ui/icon";
import styles from "./attachments.module.css";

/** The attachments of a post. Plain links: the gateway counts the downloads and sets the file names. */
export function Attachments({ of: attachments }: { of: Attachment[] | undefined }) {
  if (!attachments || attachments.length === 0) return null;
  return (
    <ul className={styles.attachments} aria-label="附件">
      {attachments.map(({ id, name, address, bytes, downloads }) => (
        <li key={id}>
          <a href={address} download={name}>
            <Icon name="paperclip" />
            <span className={styles.name}>{name}</span>
            <span className={styles.detail}>
              {shownBytes(bytes)} · {downloads > 0 ? `下载 ${shortCount(downloads)} 次` : "暂无下载"}
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}
