import { useActionData, useLocation } from "@remix-run/react";
import type { CallResponse } from "contract";
import { packEntriesMax, packTextsMax, packUnpackedMax, uploadedPackDays } from "contract/content/constants";
import { attachmentBytesMax } from "contract/files/constants";
import { shownBytes } from "~/format/bytes";
import { FileField } from "~/forms/inputs/file-field";
import { failureOfAny } from "~/forms/result";
import { ModerationForm } from "~/moderation/moderation-form";
import { RelativeTime } from "~/ui/relative-time";
import { CheckResult } from "./check-result";
import styles from "./content.module.css";

type Upload = NonNullable<CallResponse<"contentState">["upload"]>;
const decisions = ["checkUpload", "loadUpload", "discardUpload"];
const mebibyte = 1024 * 1024;

/** The pack that was uploaded: the result of its check, and the buttons that load or discard it. */
export function UploadedPack({
  upload: { id, name, bytes, nickName, uploadedAt, check },
}: {
  upload: Upload;
}) {
  const failure = failureOfAny(useActionData(), decisions);
  const isRight = check !== null && check.problems.length === 0;
  return (
    <>
      <section className={styles.box} aria-labelledby="upload-title">
        <h2 id="upload-title">上传的内容包</h2>
        <p className={styles.lead}>
          <strong>{name}</strong>（{shownBytes(bytes)}），{nickName ? `${nickName} ` : ""}
          <RelativeTime at={uploadedAt} />
          上传，还没有装载。装载只带来内容，不带来包里的演示成员和主题；{uploadedPackDays}{" "}
          天没有处理就自动清除，站里的内容不变。
        </p>
        <ModerationForm
          id="uploaded"
          asks={["loadUpload", "discardUpload"]}
          failure={failure}
          label="上传的内容包"
          className={styles.buttons}
        >
          <input type="hidden" name="upload" value={id} />
          {check ? <input type="hidden" name="checkedAt" value={check.checkedAt} /> : null}
          {isRight ? (
            <button type="submit" className="button" data-primary name="intent" value="loadUpload">
              装载这个内容包
            </button>
          ) : null}
          <button type="submit" className="button" name="intent" value="checkUpload">
            {check ? "再检查一次" : "检查"}
          </button>
          <button type="submit" className="link-button" name="intent" value="discardUpload">
            丢弃…
          </button>
        </ModerationForm>
      </section>
      {check ? <CheckResult check={check} title="上传的内容包的检查" id="upload-check-title" /> : null}
    </>
  );
}

/** The form that takes a pack as a ZIP. */
export function UploadForm({ isWaiting }: { isWaiting: boolean }) {
  // What was decided about an upload that is gone has no other place.
  const failure = failureOfAny(useActionData(), isWaiting ? ["upload"] : ["upload", ...decisions]);
  const { pathname } = useLocation();
  return (
    <section className={styles.box} aria-labelledby="upload-form-title">
      <h2 id="upload-form-title">{isWaiting ? "换一个上传" : "上传内容包"}</h2>
      <ModerationForm
        id="upload-pack"
        asks={[]}
        failure={failure}
        action={`${pathname}#upload-form-title`}
        encType="multipart/form-data"
        className={styles.upload}
      >
        <FileField
          name="pack"
          label="内容包（ZIP）"
          accept=".zip,application/zip"
          hint={`一个 ZIP，不超过 ${attachmentBytesMax / mebibyte} MB，解开后不超过 ${packUnpackedMax / mebibyte} MB（其中 YAML、Markdown 和 SVG 合计不超过 ${packTextsMax / mebibyte} MB）、${packEntriesMax.toLocaleString("en-US")} 个文件；文件可以都在一个文件夹里。上传之后先检查，看过会改变什么再决定装不装。${isWaiting ? "再上传会换掉上面那一个。" : ""}`}
        />
        <p className={styles.buttons}>
          <button type="submit" className="button" name="intent" value="upload">
            上传并检查
          </button>
        </p>
      </ModerationForm>
    </section>
  );
}
