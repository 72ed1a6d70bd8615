import { Link, useLoaderData } from "@remix-run/react";
import type { MySignup } from "contract/activities/shapes";
import { z } from "zod";
import { ActivityFacts } from "~/activities/activity-cards";
import { momentOf, signupStateName } from "~/activities/words";
import { qrCodeSvg } from "~/format/qr-code.server";
import { screenMeta } from "~/metadata/screen-meta";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { optionalId } from "~/request/inputs.server";
import { screenLoader } from "~/request/screen.server";
import { EmptyState } from "~/ui/empty-state";
import { RelativeTime } from "~/ui/relative-time";
import { mySignup } from "../register/register.server";
import styles from "./code.module.css";

const inputs = { query: z.object({ id: optionalId }), missing: "没有这个活动" };

/**
 * /activity/activityQrCode (spec 2.1): the check-in code for the entrance, and its eight letters to type when a camera
 * cannot read it. The server renders the picture, so the page works without JavaScript.
 */
export const loader = screenLoader(inputs, async ({ scope, query: { id } }) => {
  if (id === undefined) throw await scope.redirect(paths.openActivities());
  const signup = await mySignup(scope, id);
  if (!signup) throw await scope.redirect(paths.activityEntry(id));
  const svg = signup.code ? qrCodeSvg(signup.code.qr, "medium") : null;
  return {
    signup,
    picture: svg && `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`,
  };
});
export const meta = screenMeta<typeof loader>({
  title: ({ signup }) => `签到二维码：${signup.activity.title}`,
});

export default function Code() {
  const { signup, picture } = useLoaderData<typeof loader>() as { signup: MySignup; picture: string | null };
  const { to } = useShell();
  const { activity, code } = signup;
  const back = (
    <Link className="button" to={to(paths.activityEntry(activity.id))}>
      我的报名
    </Link>
  );
  if (!code || !picture)
    return (
      <div className={styles.page}>
        <h1 className={styles.title}>{activity.title}</h1>
        <div className="surface">
          <EmptyState
            title="现在没有签到二维码"
            text={
              signup.state === "accepted"
                ? "活动已经结束，二维码不再有效。"
                : `报名现在是“${signupStateName(signup.state)}”，通过以后才有二维码。`
            }
          >
            {back}
          </EmptyState>
        </div>
      </div>
    );
  return (
    <div className={styles.page}>
      <article className={`surface ${styles.ticket}`}>
        <h1>{activity.title}</h1>
        <p className={styles.who}>
          <strong>{signup.name}</strong>
          <span>{signup.category.name}</span>
        </p>
        {signup.checkedInAt ? (
          <p className="label" data-kind="solved">
            已签到 <RelativeTime at={signup.checkedInAt} />
          </p>
        ) : null}
        <figure className={styles.code}>
          <img src={picture} width={260} height={260} alt="签到二维码，入场时给工作人员扫描" />
          <figcaption>
            扫不出来时，报这八位字母
            <b className={styles.letters}>{code.letters.replace(/(.{4})(?=.)/, "$1 ")}</b>
          </figcaption>
        </figure>
        <p className={styles.note}>有效期到 {momentOf(code.expiresAt)}。二维码只属于你，请不要转发。</p>
        <ActivityFacts activity={activity} />
      </article>
      <div className={`${styles.buttons} no-print`}>
        <button type="button" className="button needs-script" onClick={() => window.print()}>
          打印
        </button>
        {back}
      </div>
    </div>
  );
}
