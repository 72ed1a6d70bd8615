import { useActionData } from "@remix-run/react";
import type { CallResponse } from "contract";
import { exportedPackDays } from "contract/content/constants";
import { attachmentBytesMax } from "contract/files/constants";
import { shownBytes } from "~/format/bytes";
import { formatMinute } from "~/format/time";
import { failureOfAny } from "~/forms/result";
import { ModerationForm } from "~/moderation/moderation-form";
import { Icon } from "~/ui/icon";
import { RelativeTime } from "~/ui/relative-time";
import { ProblemTable } from "./check-result";
import styles from "./content.module.css";

type Exported = NonNullable<CallResponse<"contentState">["exported"]>;
type Archive = NonNullable<Exported["archive"]>;

/** Whether an export is under way, for which the page reloads itself. */
export const isExporting = (exported: Exported | null) =>
  exported?.state === "waiting" || exported?.state === "working";

/** The button that writes a content pack of what stands, and the last one that was written. */
export function ExportedPack({ exported }: { exported: Exported | null }) {
  const failure = failureOfAny(useActionData(), ["export"]);
  const isWaiting = isExporting(exported);
  return (
    <section className={styles.box} aria-labelledby="export-title">
      <h2 id="export-title">导出内容包</h2>
      <p className={styles.lead}>
        把现在的内容写成一个
        ZIP：上次装载的内容包，加上在浏览器里发布和下架的。可以拿去审阅、存进代码仓库或装载到另一个站。
        成员、帖子和站点设置不在里面。
      </p>
      {exported && isWaiting ? <Progress percent={exported.percent} state={exported.state} /> : null}
      {exported?.state === "failed" ? (
        <p className={styles.wrong}>
          <Icon name="alert-circle" /> 没有导出：{exported.failure ?? "出了意外，请再导出一次"}
        </p>
      ) : null}
      {exported?.archive ? <Ready exported={exported} archive={exported.archive} /> : null}
      {isWaiting ? null : (
        <ModerationForm
          id="export-pack"
          asks={["export"]}
          failure={failure}
          label="导出内容包"
          className={styles.buttons}
        >
          <button type="submit" className="button" name="intent" value="export">
            {exported ? "再导出一次" : "导出内容包"}
          </button>
        </ModerationForm>
      )}
    </section>
  );
}

function Progress({ percent, state }: Pick<Exported, "percent" | "state">) {
  return (
    <div className={styles.work} role="status">
      <p>正在导出{state === "working" ? `：${percent}%` : "：等待开始"}</p>
      <progress max={100} value={percent} aria-label="导出进度" />
      <p className={styles.hint}>页面每 3 秒自动更新，可以先离开。</p>
    </div>
  );
}

function Ready({
  exported: { nickName, askedAt },
  archive: { pack, files, bytes, address, expiresAt, held, hasEmails, lost, problems, more },
}: {
  exported: Exported;
  archive: Archive;
}) {
  const wrong = problems.length + more;
  return (
    <>
      <p>
        <a className="button" href={address} download data-primary>
          下载 ZIP（{shownBytes(bytes)}）
        </a>
      </p>
      <p className={styles.hint}>
        {nickName ? `${nickName} ` : ""}
        <RelativeTime at={askedAt} />
        导出，{files} 个文件，底本是内容包 {pack}，
        {held.length > 0
          ? `按站内的写：${held.map(({ name, count }) => `${name} ${count} 项`).join("，")}。`
          : "没有内容是站内改过的，和底本一样。"}
        保留 {exportedPackDays} 天，到 <time dateTime={expiresAt}>{formatMinute(expiresAt)}</time>。
      </p>
      {bytes > attachmentBytesMax ? (
        <p className={styles.hint}>
          它超过 {shownBytes(attachmentBytesMax)}，不能在这个页面上传：请管服务器的人解开后用文件夹装载。
        </p>
      ) : null}
      {hasEmails ? (
        <p className={styles.hint}>讲师、活动组织者和评委的账号在包里写作邮箱，把包给别人之前请看一看。</p>
      ) : null}
      {lost.map((line) => (
        <p key={line} className={styles.hint}>
          没有带走：{line}
        </p>
      ))}
      {wrong > 0 ? (
        <>
          <p className={styles.wrong}>
            <Icon name="alert-circle" /> 这个包有 {wrong} 处问题，改好之前不能原样装载。
          </p>
          <ProblemTable problems={problems} more={more} />
        </>
      ) : null}
    </>
  );
}
