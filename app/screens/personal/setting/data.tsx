import { Link } from "@remix-run/react";
import { VerifyIdentity } from "~/account/verify-identity";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { Icon } from "~/ui/icon";
import type { dataSection } from "./data.server";
import type { SectionData } from "./sections.server";
import styles from "./setting.module.css";
import { SettingPart } from "./setting-form";

const contents = [
  "账号与个人资料、政策同意记录、来访和登录记录",
  "关注、收藏、点赞、屏蔽的人、收到的通知",
  "你发出的私信、意见建议、投诉和举报、草稿",
  "发表的每篇主题和回复：JSON 里有全部，另外一篇一个 Markdown 文件",
];

/** Everything that the site has of one, to take away: verify, then download. */
export function Data({ data: { hoursLeft, download, check } }: { data: SectionData<typeof dataSection> }) {
  const { to } = useShell();
  const verify = `${to(paths.setting("data"))}&step=verify`;
  return (
    <SettingPart
      title="导出我的数据"
      text="打包成一个 ZIP 文件，里面是 JSON 和 Markdown。每天最多 3 次，导出前要验证身份。"
    >
      <ul className={styles.points}>
        {contents.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      <p className={styles.hint}>
        别人写给你的私信是对方的内容，不在里面；你自己删除的帖子和回复也不在里面。
      </p>
      {hoursLeft > 0 ? (
        <p className={styles.notice} role="status">
          今天的数据导出次数已用完，请 {hoursLeft} 小时后再来。
        </p>
      ) : null}
      {check ? (
        <div className={styles.step}>
          <VerifyIdentity key={check.channel} check={check} back={to(paths.setting("data"))} proceed="验证" />
        </div>
      ) : null}
      {download ? (
        <div className={styles.step}>
          <p>
            <Icon name="circle-check" /> 身份已验证。下载链接 10 分钟内有效，只能用一次。
          </p>
          <p className={styles.row}>
            <a className="button" data-primary href={download} download>
              下载 ZIP
            </a>
            <Link to={verify} preventScrollReset>
              重新验证
            </Link>
          </p>
        </div>
      ) : null}
      {hoursLeft === 0 && !check && !download ? (
        <p className={styles.row}>
          <Link className="button" data-primary to={verify} preventScrollReset>
            验证身份并导出
          </Link>
        </p>
      ) : null}
    </SettingPart>
  );
}
