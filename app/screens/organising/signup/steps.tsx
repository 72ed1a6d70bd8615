import type { CallResponse } from "contract";
import { RelativeTime } from "~/ui/relative-time";
import styles from "../parts/organising.module.css";
import { signupWords } from "../parts/words";

const names: Record<string, string> = {
  signUp: "报名",
  update: "修改报名",
  complete: "补充内容",
  accept: "通过",
  askMore: "请补充",
  refuse: "拒绝",
  takeBack: "撤回审核",
  cancel: "取消报名",
  decline: "放弃名额",
  moveUp: "候补递补",
  walkIn: "现场报名",
  withholdWork: "作品不公开展示",
  removeSearch: "招募或寻找队伍的话被撤下",
  showWork: "作品恢复公开展示",
};

/** The history of a sign-up, step by step, and who did each step. */
export function Steps({ steps }: { steps: CallResponse<"activitySignupHistory">["steps"] }) {
  if (steps.length === 0) return null;
  return (
    <section className={styles.part} aria-labelledby="steps">
      <h2 id="steps">经过</h2>
      <ol className={styles.facts}>
        {steps.map(({ action, state, by, reason, at }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list does not change
          <li key={index}>
            <RelativeTime at={at} /> {names[action] ?? action}，{signupWords[state]}
            {by ? ` · ${by}` : ""}
            {reason ? `：${reason}` : ""}
          </li>
        ))}
      </ol>
    </section>
  );
}
