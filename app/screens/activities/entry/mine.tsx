import { Link, useActionData } from "@remix-run/react";
import { reasonMax } from "contract/activities/constants";
import type { ActivityWhole, MySignup } from "contract/activities/shapes";
import type { ReactNode } from "react";
import { ActivityFacts, ActivityLabels } from "~/activities/activity-cards";
import { signupKind, signupStateName } from "~/activities/words";
import { ScreenForm } from "~/forms/form/screen-form";
import { TextArea } from "~/forms/form/text-area";
import { useScreenForm } from "~/forms/form/use-screen-form";
import { failureOf } from "~/forms/result";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { LoginDialog } from "~/ui/dialogs";
import { Icon } from "~/ui/icon";
import { RelativeTime } from "~/ui/relative-time";
import styles from "./entry.module.css";

interface MineProps {
  signup: MySignup;
  /** null when the activity no longer exists or the sign-up is cancelled. */
  activity: ActivityWhole | null;
  signedIn: boolean;
}

/** The text that explains the state of a sign-up to its person. */
function stateText({ state, place, reason, movedUpAt }: MySignup): string {
  if (state === "waiting")
    return place ? `候补第 ${place} 位，有名额时按顺序递补并通知你。` : "在候补名单里。";
  if (state === "pending") return "等待组织者审核，结果会通知你。";
  if (state === "more") return `组织者请你补充：${reason || "请修改报名内容后再提交"}`;
  if (state === "refused") return reason ? `没有通过：${reason}` : "没有通过审核。";
  if (state === "cancelled") return reason ? `已取消：${reason}` : "已取消。";
  return movedUpAt ? "已从候补递补，报名成功。" : "报名成功，凭二维码签到。";
}

/** The visitor's own sign-up: its state and all actions on it. */
export function Mine({ signup, activity, signedIn }: MineProps) {
  const { to } = useShell();
  const { id } = signup.activity;
  const takesPart = signup.state === "accepted" && signedIn;
  const seated = takesPart || (signedIn && (signup.state === "pending" || signup.state === "more"));
  return (
    <div className={styles.page}>
      <section className={`surface ${styles.box}`}>
        <ActivityLabels activity={signup.activity} />
        <h1>
          <Link to={to(paths.activity(id))}>{signup.activity.title}</Link>
        </h1>
        <ActivityFacts activity={signup.activity} />
      </section>
      <section className={`surface ${styles.box}`} aria-labelledby="mine">
        <h2 id="mine" className={styles.state}>
          我的报名
          <span className="label" data-kind={signupKind(signup.state)}>
            {signupStateName(signup.state)}
          </span>
          {signup.checkedInAt ? (
            <span className="label" data-kind="solved">
              已签到
            </span>
          ) : null}
        </h2>
        <p className={styles.said}>{stateText(signup)}</p>
        <Facts signup={signup} />
        <div className={styles.buttons}>
          {signup.code ? (
            <Link className="button" data-primary to={to(paths.activityCode(id))} prefetch="none">
              <Icon name="qrcode" />
              签到二维码
            </Link>
          ) : null}
          {signup.changeable ? (
            <Link className="button" to={to(paths.activityRegister(id, { change: 1 }))} prefetch="none">
              {signup.state === "more" ? "补充报名内容" : "修改报名"}
            </Link>
          ) : null}
          {activity?.teams && seated ? (
            <Link className="button" to={to(paths.activityTeam(id))} prefetch="none">
              <Icon name="users" />
              我的队伍
            </Link>
          ) : null}
          {activity?.works && takesPart ? (
            <Link className="button" to={to(paths.activityWork(id))} prefetch="none">
              <Icon name="file-text" />
              我的作品
            </Link>
          ) : null}
          <Link className="button" to={to(paths.activityProof(signup.proofKey))} prefetch="none">
            报名凭证
          </Link>
          {signup.state === "cancelled" && signup.activity.signUpOpen ? (
            <Link className="button" to={to(paths.activityRegister(id))} prefetch="none">
              重新报名
            </Link>
          ) : null}
        </div>
      </section>
      {signup.cancellable ? <Cancel waits={signup.state === "waiting"} /> : null}
    </div>
  );
}

function Facts({ signup }: { signup: MySignup }) {
  const { to } = useShell();
  const facts: [string, ReactNode][] = [
    ["姓名", signup.name],
    ["组别", signup.category.name],
    ["联系方式", signup.contact],
    ["报名时间", <RelativeTime key="signed" at={signup.createdAt} />],
    ["签到时间", signup.checkedInAt ? <RelativeTime key="came" at={signup.checkedInAt} /> : ""],
  ];
  return (
    <>
      <dl className={styles.facts}>
        {facts
          .filter(([, value]) => value !== "")
          .map(([term, value]) => (
            <div key={term}>
              <dt>{term}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        {signup.answers.map(({ key, label, text, file }) => (
          <div key={key}>
            <dt>{label}</dt>
            <dd>{file ? <a href={file.address}>{file.name}</a> : text}</dd>
          </div>
        ))}
      </dl>
      {signup.erased ? (
        <p className={styles.note}>
          活动结束已久，填写的内容和文件已按
          <Link to={to(paths.policy("activeprivacyPolicy"))}>活动隐私政策</Link>删除。
        </p>
      ) : null}
    </>
  );
}

/** The form that cancels a sign-up with a reason. The seat goes to the first person in the waiting list. */
function Cancel({ waits }: { waits: boolean }) {
  const failure = failureOf(useActionData(), "cancel");
  const { here } = useShell();
  const form = useScreenForm({ id: "cancel", intent: "cancel", failure });
  return (
    <details className={`surface ${styles.box} ${styles.cancel}`} open={failure !== undefined}>
      <summary>{waits ? "退出候补" : "取消报名"}</summary>
      <ScreenForm of={form} className={styles.form} preventScrollReset>
        <TextArea
          id="reason"
          name="reason"
          label="取消的原因"
          hint="取消后名额给候补的人，不会自动恢复；想再来要重新报名。"
          rows={2}
          maxLength={reasonMax}
        />
        <div className={styles.buttons}>
          <button type="submit" className="button" data-danger name="intent" value="cancel">
            {waits ? "确认退出" : "确认取消"}
          </button>
        </div>
      </ScreenForm>
      {failure?.dialog === "login" ? <LoginDialog redirect={here} keepsPage /> : null}
    </details>
  );
}
