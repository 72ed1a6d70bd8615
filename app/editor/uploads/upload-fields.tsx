import { useActionData } from "@remix-run/react";
import {
  attachmentBytesMax,
  attachmentEndings,
  attachmentKinds,
  imageBytesMax,
  imageEndings,
} from "contract/files/constants";
import { Icon } from "~/ui/icon";
import type { UploadAnswer } from "./upload.server";
import styles from "./upload-fields.module.css";
import { picturesOnlyField } from "./upload-markdown";

const megabytes = (bytes: number) => `${bytes / 1024 / 1024} MB`;
const pictureHint = `图片（PNG、JPEG、GIF、WebP）不超过 ${megabytes(imageBytesMax)}`;
const attachmentHint = `附件不超过 ${megabytes(attachmentBytesMax)}：${attachmentKinds}`;

interface Props {
  id: string;
  /** The intent of the form's main button. */
  intent: string;
  picturesOnly: boolean;
}

function FieldsOfServer({ id, intent, picturesOnly }: Props) {
  const answer = useActionData() as Partial<UploadAnswer> | undefined;
  const outcome = answer?.intent === intent ? answer.upload : undefined;
  // The form may have other buttons than the one of `intent`.
  const alt = answer?.result?.initialValue?.alt;
  return (
    <details className={styles.upload} open={outcome !== undefined}>
      <summary>
        <Icon name="paperclip" />
        {picturesOnly ? "上传图片" : "上传图片或附件"}
      </summary>
      {outcome && outcome.problems.length > 0 ? (
        <ul className={styles.problems} role="alert">
          {outcome.problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      ) : null}
      {outcome && outcome.inserted.length > 0 ? (
        <p role="status">已插入到正文末尾：{outcome.inserted.join("、")}</p>
      ) : null}
      <div className={styles.fields}>
        {picturesOnly ? <input type="hidden" name={picturesOnlyField} value="1" /> : null}
        <label htmlFor={`${id}-file`}>选择文件</label>
        <input
          type="file"
          id={`${id}-file`}
          name="file"
          multiple
          accept={(picturesOnly ? imageEndings : [...imageEndings, ...attachmentEndings]).join(",")}
          aria-describedby={`${id}-file-hint`}
        />
        <p id={`${id}-file-hint`} className={styles.hint}>
          {picturesOnly ? pictureHint : `${pictureHint}，${attachmentHint}`}
        </p>
        <label htmlFor={`${id}-alt`}>图片说明（给看不到图片的人，可不填）</label>
        <textarea
          id={`${id}-alt`}
          name="alt"
          rows={1}
          maxLength={200}
          defaultValue={typeof alt === "string" ? alt : ""}
        />
        <button
          type="submit"
          className="button"
          name="intent"
          value={`upload:${intent}`}
          formEncType="multipart/form-data"
          formNoValidate
        >
          上传并插入
        </button>
      </div>
    </details>
  );
}

/** The browser leaves the server's fields as they are; hydration does not read this element. */
function FieldsInDocument(_: Props) {
  return (
    <details
      className={styles.upload}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: there is no text in it
      dangerouslySetInnerHTML={{ __html: "" }}
    />
  );
}

/**
 * Uploads without JavaScript: files are posted with the form, and the answer is the form with their links at the end
 * of its text. With JavaScript these fields are hidden, the editor's tools upload, and the fields' code is not loaded.
 */
export const UploadFields = import.meta.env.SSR ? FieldsOfServer : FieldsInDocument;
