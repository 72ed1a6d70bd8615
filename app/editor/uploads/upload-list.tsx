import { useEffect, useState } from "react";
import { shownBytes } from "~/format/bytes";
import { Icon } from "~/ui/icon";
import type { UploadItem, UploadQueue } from "./upload-queue";
import styles from "./uploads.module.css";

/** The list of uploads: progress, cancel and retry buttons, and descriptions of images. */
export function UploadList({ items, queue }: { items: readonly UploadItem[]; queue: UploadQueue }) {
  if (items.length === 0) return null;
  return (
    <ul className={styles.list} aria-label="上传的文件">
      {items.map((item) => (
        <Item key={item.key} item={item} queue={queue} />
      ))}
    </ul>
  );
}

function Item({ item, queue }: { item: UploadItem; queue: UploadQueue }) {
  const { key, file, state, problem, share, isImage, uploaded } = item;
  const percent = Math.round(share * 100);
  return (
    <li className={styles.item} data-state={state}>
      <Thumbnail file={file} isImage={isImage && state !== "refused"} />
      <div>
        <p className={styles.name}>
          {file.name} <span className={styles.size}>{shownBytes(file.size)}</span>
        </p>
        {state === "waiting" ? <p className={styles.size}>等待上传</p> : null}
        {state === "sending" ? (
          <progress max={100} value={percent} aria-label={`${file.name} 的上传进度`} />
        ) : null}
        {problem ? <p className={styles.problem}>{problem}</p> : null}
        {uploaded?.kind === "image" ? (
          <label className={styles.alt}>
            <span>图片说明</span>
            <input
              value={item.alt}
              maxLength={200}
              placeholder="图里是什么？给看不到图片的人"
              onChange={({ currentTarget }) => queue.describe(key, currentTarget.value)}
              // Enter must not send the form.
              onKeyDown={(event) => {
                if (event.key === "Enter") event.preventDefault();
              }}
            />
          </label>
        ) : null}
        {uploaded?.kind === "attachment" ? <p className={styles.size}>已插入下载链接</p> : null}
      </div>
      <p className={styles.buttons}>
        {state === "failed" ? (
          <button
            type="button"
            className="link-button"
            onClick={() => queue.retry(key)}
            aria-label={`重试上传 ${file.name}`}
          >
            <Icon name="refresh" /> 重试
          </button>
        ) : null}
        <button
          type="button"
          className="link-button"
          onClick={() => queue.cancel(key)}
          aria-label={`${state === "done" ? "收起" : state === "sending" || state === "waiting" ? "取消上传" : "移除"} ${file.name}`}
        >
          <Icon name="x" />{" "}
          {state === "done" ? "收起" : state === "sending" || state === "waiting" ? "取消" : "移除"}
        </button>
      </p>
    </li>
  );
}

function Thumbnail({ file, isImage }: { file: File; isImage: boolean }) {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (!isImage) return;
    const objectUrl = URL.createObjectURL(file);
    setAddress(objectUrl);
    return () => URL.revokeObjectURL(objectUrl);
  }, [file, isImage]);
  const picture = address ? <img src={address} alt="" /> : <Icon name="photo" />;
  return (
    <span className={`thumbnail ${styles.thumbnail}`}>{isImage ? picture : <Icon name="file-text" />}</span>
  );
}
