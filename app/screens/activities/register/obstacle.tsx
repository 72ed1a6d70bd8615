import { Link } from "@remix-run/react";
import type { CallResponse } from "contract";
import type { ReactNode } from "react";
import { momentOf } from "~/activities/words";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { EmptyState } from "~/ui/empty-state";
import styles from "./register.module.css";

type Registration = CallResponse<"activityRegistration">;

/** The reason why the visitor cannot sign up, and what the visitor can do. */
export function Obstacle({ registration: { activity, obstacle } }: { registration: Registration }) {
  const { here, to } = useShell();
  const detail = (
    <Link className="button" to={to(paths.activity(activity.id))}>
      看活动详情
    </Link>
  );
  const texts: Record<NonNullable<Registration["obstacle"]>, [string, string, ReactNode]> = {
    notOpen: ["报名还没有开始", `${momentOf(activity.signUpFrom)} 开始报名，到时再来。`, null],
    closed: ["报名已截止", "看看还有哪些活动正在报名。", <Others key="others" />],
    signIn: [
      "登录后报名",
      "这个活动要用账号报名。",
      <Link key="login" className="button" data-primary to={paths.login(here)} reloadDocument>
        登录
      </Link>,
    ],
    exam: [
      "先通过考试",
      "这个活动要求先通过指定的考试，通过以后再来报名。",
      /^\d{1,9}$/.test(activity.exam ?? "") ? (
        <Link key="exam" className="button" data-primary to={to(paths.exam(Number(activity.exam)))}>
          去考试
        </Link>
      ) : null,
    ],
    signedUp: [
      "你已报名这个活动",
      "可以看报名的状态，修改或取消。",
      <Link key="mine" className="button" data-primary to={to(paths.activityEntry(activity.id))}>
        我的报名
      </Link>,
    ],
  };
  const [title, text, way] = texts[obstacle ?? "closed"];
  return (
    <div className={styles.page}>
      <header className={`surface ${styles.head}`}>
        <h1>{activity.title}</h1>
      </header>
      <div className="surface">
        <EmptyState title={title} text={text}>
          {way}
          {detail}
        </EmptyState>
      </div>
    </div>
  );
}

function Others() {
  const { to } = useShell();
  return (
    <Link className="button" data-primary to={to(paths.openActivities())}>
      正在报名的活动
    </Link>
  );
}
