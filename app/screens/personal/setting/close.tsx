import { Link } from "@remix-run/react";
import { closeConfirmation, coolingOffDays } from "contract/privacy/constants";
import { ContactField } from "~/account/code-fields";
import { VerifyIdentity } from "~/account/verify-identity";
import { formatWhole } from "~/format/time";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { RelativeTime } from "~/ui/relative-time";
import type { closeSection } from "./close.server";
import type { SectionData } from "./sections.server";
import styles from "./setting.module.css";
import { SettingForm, SettingPart, SettingProblems } from "./setting-form";

const removed = [
  "个人资料、头像、手机号和邮箱（可以用来重新注册）、密码",
  "登录记录、来访记录、政策同意记录",
  "草稿和历史版本、你发出的私信、收到的通知、屏蔽名单",
  "点赞、收藏、关注和粉丝、邀请",
  "意见建议，以及没有被已发布的帖子用到的上传文件",
];

/** The section to close the account: what is deleted, what stays without a name, and how to close and to cancel. */
export function Close({ data }: { data: SectionData<typeof closeSection> }) {
  const { closing, handsOverFirst, kept, check } = data;
  const { to } = useShell();
  if (closing) return <Receipt closing={closing} />;
  return (
    <SettingPart
      title="注销账号"
      text={`提交后有 ${coolingOffDays} 天冷静期，期间可以照常登录，也可以随时撤销。到期后注销不能恢复。`}
    >
      <h3 className={styles.heading}>会删除</h3>
      <ul className={styles.points}>
        {removed.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      <h3 className={styles.heading}>会匿名保留</h3>
      <ul className={styles.points}>
        <li>
          你发表的 {kept.topics} 篇主题和 {kept.replies}{" "}
          条回复，署名改为“已注销用户”，不再和你有关。不想留下的，请先自己删除
        </li>
        <li>你的投诉，以及还没处理完的举报，不再写明是谁提交的；被别人举报的私信留到处理完</li>
        <li>别人的帖子里提到你的文字，是对方的内容，不会改动</li>
      </ul>
      <p className={styles.hint}>
        想留一份？先
        <Link to={to(paths.setting("data"))}>导出我的数据</Link>。
      </p>
      <SettingProblems intents={["cancel-closure"]} />
      {handsOverFirst ? (
        <p className={styles.notice} role="status">
          你是论坛管理员或版主，请先联系管理员移交权限，再注销账号。
        </p>
      ) : check ? (
        <div className={styles.step}>
          <VerifyIdentity
            key={check.channel}
            check={check}
            back={to(paths.setting("close"))}
            proceed="确认注销"
            danger
          >
            <Confirmation />
          </VerifyIdentity>
        </div>
      ) : (
        <p className={styles.row}>
          <Link
            className="button"
            data-danger
            to={`${to(paths.setting("close"))}&step=verify`}
            preventScrollReset
          >
            我要注销账号
          </Link>
        </p>
      )}
    </SettingPart>
  );
}

/** A confirmation to type, so that nobody closes an account by accident. */
function Confirmation() {
  return (
    <ContactField
      name="confirmation"
      label={`输入“${closeConfirmation}”确认`}
      maxLength={20}
      inputMode="text"
      autoComplete="off"
    />
  );
}

/** The requested closure: its number, until when it can be cancelled, and the button that cancels it. */
function Receipt({ closing }: { closing: NonNullable<SectionData<typeof closeSection>["closing"]> }) {
  return (
    <SettingPart
      title="账号正在注销"
      text="到生效时间之前可以照常使用，也可以撤销。生效后，账号不能再登录，也不能恢复。"
    >
      <dl className={styles.receipt}>
        <div>
          <dt>回执编号</dt>
          <dd>{closing.number}</dd>
        </div>
        <div>
          <dt>申请时间</dt>
          <dd>
            <RelativeTime at={closing.requestedAt} />
          </dd>
        </div>
        <div>
          <dt>生效时间</dt>
          <dd>{formatWhole(closing.effectiveAt)}</dd>
        </div>
      </dl>
      <SettingForm intents={["cancel-closure"]}>
        <button type="submit" className="button" data-primary name="intent" value="cancel-closure">
          撤销注销
        </button>
      </SettingForm>
    </SettingPart>
  );
}
