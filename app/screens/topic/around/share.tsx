import { type MouseEvent, useState } from "react";
import { paths } from "~/navigation/paths";
import { Icon } from "~/ui/icon";
import styles from "./share.module.css";

/** The id of the box with the topic's address; buttons open it without scripts by the popover attribute. */
const shareBox = "share";
/** Attributes that React 18 renders but does not type. */
const opensBox = { popovertarget: shareBox };
const isBox = { popover: "auto" };

/** Opens the box with the topic's address. */
export function ShareButton() {
  return (
    <button type="button" {...opensBox}>
      <Icon name="share" />
      分享
    </button>
  );
}

/** The box with the topic's address: a field to copy it from, and with scripts a button that copies. */
export function ShareBox({ link, title, tid }: { link: string; title: string; tid: number }) {
  const [copied, setCopied] = useState(false);
  async function copy({ currentTarget }: MouseEvent<HTMLButtonElement>) {
    const field = currentTarget.parentElement?.querySelector("input");
    // If this code cannot load, the reader copies from the field.
    const { copyText } = await import("./copy-text").catch(() => ({ copyText: null }));
    field?.select();
    setCopied((await copyText?.(`${title} ${link}`)) ?? false);
  }
  return (
    <div id={shareBox} className={`${styles.box} no-print`} {...isBox}>
      <label htmlFor="share-link">分享这个帖子</label>
      <div className={styles.line}>
        <input id="share-link" className="plain-input" readOnly value={link} />
        <button type="button" className="button needs-script" data-primary onClick={copy}>
          <Icon name={copied ? "check" : "copy"} />
          {copied ? "已复制" : "复制链接"}
        </button>
      </div>
      <p role="status">{copied ? "标题和链接已复制，可以粘贴给别人了" : "复制上面的地址，发给需要的人"}</p>
      {/* The picture loads only when the box is open. */}
      <img
        className={styles.code}
        src={paths.topicCode(tid)}
        alt="帖子地址的二维码"
        loading="lazy"
        width={148}
        height={148}
      />
      <p className={styles.scan}>微信扫一扫，发给朋友或分享到朋友圈</p>
    </div>
  );
}
