import { Link, useRevalidator } from "@remix-run/react";
import { exportDays } from "contract/privacy/constants";
import { useEffect } from "react";
import { VerifyIdentity } from "~/account/verify-identity";
import { shownBytes } from "~/format/bytes";
import { formatMinute } from "~/format/time";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { Icon } from "~/ui/icon";
import { RelativeTime } from "~/ui/relative-time";
import type { dataSection } from "./data.server";
import type { SectionData } from "./sections.server";
import styles from "./setting.module.css";
import { SettingPart } from "./setting-form";

type Latest = NonNullable<SectionData<typeof dataSection>["latest"]>;

/** Milliseconds between two queries of the export's progress. */
const pollMilliseconds = 3_000;

const contents = [
  "账号与个人资料、政策同意记录、来访和登录记录",
  "关注、收藏、点赞、屏蔽的人、收到的通知",
  "你发出的私信、意见建议、投诉和举报、草稿",
  "发表的每篇主题和回复：JSON 里有全部，另外一篇一个 Markdown 文件",
];

/** The export of everything that the site stores about the member: verify the identity, wait, download. */
export function Data({ data }: { data: SectionData<typeof dataSection> }) {
  const { hoursLeft, latest, pending, check } = data;
  const { to } = useShell();
  return (
    <SettingPart
      title="导出我的数据"
      text={`打包成一个 ZIP 文件，里面是 JSON 和 Markdown，打包好后 ${exportDays} 天内可以下载。每天最多 3 次，导出前要验证身份。`}
    >
      <ul className={styles.points}>
        {contents.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      <p className={styles.hint}>
        别人写给你的私信是对方的内容，不在里面；你自己删除的帖子和回复也不在里面。
      </p>
      {latest ? <Progress latest={latest} /> : null}
      {pending ? <LookAgain /> : null}
      {hoursLeft > 0 && !pending ? (
        <p className={styles.notice} role="status">
          今天的数据导出次数已用完，请 {hoursLeft} 小时后再来。
        </p>
      ) : null}
      {check ? (
        <div className={styles.step}>
          <VerifyIdentity key={check.channel} check={check} back={to(paths.setting("data"))} proceed="验证" />
        </div>
      ) : null}
      {hoursLeft === 0 && !check && !pending ? <Ask again={latest !== null} /> : null}
    </SettingPart>
  );
}

/** The link that starts an export; with `again` it replaces the last one. */
function Ask({ again }: { again: boolean }) {
  const { to } = useShell();
  return (
    <p className={styles.row}>
      <Link
        className="button"
        {...(again ? {} : { "data-primary": true })}
        to={`${to(paths.setting("data"))}&step=verify`}
        preventScrollReset
      >
        {again ? "重新验证并导出" : "验证身份并导出"}
      </Link>
    </p>
  );
}

/** The state of the last export. */
function Progress({ latest }: { latest: Latest }) {
  return (
    <div className={styles.step} role="status">
      <p>
        <Icon
          name={
            latest.state === "failed" ? "alert-circle" : latest.state === "ready" ? "circle-check" : "clock"
          }
        />{" "}
        {wordsOf(latest)}
      </p>
      {latest.state === "working" ? (
        <progress className={styles.progress} max={100} value={latest.percent} aria-label="导出进度" />
      ) : null}
      <p className={styles.hint}>
        申请时间：
        <RelativeTime at={latest.askedAt} />
      </p>
      {latest.state === "ready" ? (
        <p className={styles.row}>
          <a className="button" data-primary href={latest.address} download>
            下载 ZIP
          </a>
          <span className={styles.hint}>
            {shownBytes(latest.bytes)}，{formatMinute(latest.expiresAt)} 前可以下载
          </span>
        </p>
      ) : null}
    </div>
  );
}

function wordsOf(latest: Latest): string {
  switch (latest.state) {
    case "waiting":
      return "等待中：已经收到，很快开始准备。";
    case "working":
      return `正在准备：${latest.percent}%。可以先离开，准备好后会发消息告诉你。`;
    case "ready":
      return "可下载：你的数据已打包好。";
    case "failed":
      return "失败：这次没有打包成功，可以再试一次。";
  }
}

/** Loads the progress again by itself; without JavaScript the member presses the link. */
function LookAgain() {
  const { to } = useShell();
  const { revalidate, state } = useRevalidator();
  useEffect(() => {
    if (state !== "idle") return;
    const timer = setTimeout(revalidate, pollMilliseconds);
    return () => clearTimeout(timer);
  }, [revalidate, state]);
  return (
    <p className={styles.row}>
      <Link className="button" to={to(paths.setting("data"))} preventScrollReset replace>
        刷新
      </Link>
    </p>
  );
}
