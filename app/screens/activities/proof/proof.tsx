import { Link, useLoaderData } from "@remix-run/react";
import type { CallResponse } from "contract";
import { proofKey } from "contract/activities/fields";
import { z } from "zod";
import { momentOf, placeOf, signupStateName, spanOf } from "~/activities/words";
import { screenMeta } from "~/metadata/screen-meta";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { screenLoader } from "~/request/screen.server";
import styles from "./proof.module.css";

const inputs = { params: z.object({ key: proofKey }), missing: "没有这份凭证，请核对地址" };

/** /activity/proof/{key}: the proof of a sign-up to print, for everybody who has its address. */
export const loader = screenLoader(inputs, async ({ scope, params: { key } }) => ({
  proof: await scope.publicGateway.call("activityProof", { key }),
  address: scope.origin + paths.activityProof(key),
}));
export const meta = screenMeta<typeof loader>({
  title: ({ proof }) => `报名凭证：${proof.activity.title}`,
});

export default function Proof() {
  const { proof, address } = useLoaderData<typeof loader>() as {
    proof: CallResponse<"activityProof">;
    address: string;
  };
  const { to } = useShell();
  const { activity, answers } = proof;
  const facts: [string, string][] = [
    ["姓名", proof.name || "已注销的用户"],
    ["联系方式", proof.contact],
    ["组别", proof.category],
    ["队伍", proof.team],
    ...answers.map(({ label, text }): [string, string] => [label, text]),
    ["报名状态", signupStateName(proof.state)],
    ["报名时间", momentOf(proof.signedUpAt)],
    ["签到时间", proof.checkedInAt ? momentOf(proof.checkedInAt) : ""],
    ["活动时间", spanOf(activity)],
    ["活动地点", placeOf(activity)],
    ["组织者", proof.organisers.join("、")],
    ["编号", proof.number],
  ];
  return (
    <div className={styles.page}>
      <article className={`surface ${styles.paper}`} data-state={proof.state}>
        <p className={styles.kind}>活动报名凭证</p>
        <h1>{activity.title}</h1>
        <dl className={styles.facts}>
          {facts
            .filter(([, value]) => value !== "")
            .map(([term, value]) => (
              <div key={term}>
                <dt>{term}</dt>
                <dd>{value}</dd>
              </div>
            ))}
        </dl>
        {proof.erased ? <p className={styles.note}>活动结束已久，填写的内容已按活动隐私政策删除。</p> : null}
        <p className={styles.note}>核对地址：{address}</p>
      </article>
      <div className={`${styles.buttons} no-print`}>
        <button type="button" className="button needs-script" onClick={() => window.print()}>
          打印
        </button>
        <Link className="button" to={to(paths.activity(activity.id))}>
          看活动
        </Link>
      </div>
    </div>
  );
}
