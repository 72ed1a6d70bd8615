import type { CallResponse } from "contract";
import { ScreenForm } from "~/forms/form/screen-form";
import { useScreenForm } from "~/forms/form/use-screen-form";
import { NoDefaultButton } from "~/forms/outcomes/no-default-button";
import { QuestionBox } from "~/forms/outcomes/question-box";
import type { FormFailure } from "~/forms/result";
import styles from "../parts/organising.module.css";

type Works = CallResponse<"activityWorks">;

/** The form that publishes the results, which cannot be undone; it says so before. */
export function PublishForm({
  items,
  judges,
  failure,
}: {
  items: Works["items"];
  judges: Works["judges"];
  failure: FormFailure | undefined;
}) {
  const form = useScreenForm({ id: "publish-form", intent: "publish", failure });
  const unjudged = items.filter(({ scores }) => scores === 0).length;
  const names = judges.map(({ nickName }) => nickName).join("、");
  return (
    <section className={styles.part} aria-labelledby="publish">
      <h2 id="publish">公布结果</h2>
      <p className={styles.intro}>
        {names ? `评委：${names}。` : ""}
        {unjudged > 0 ? `还有 ${unjudged} 件作品没有人评分，评完才能公布。` : "所有作品都有评分。"}
        按平均分在各组里排名；公布后不能再改，提交作品的人都会收到通知。
      </p>
      <ScreenForm of={form} action="#publish">
        <NoDefaultButton />
        <QuestionBox intents={["publish"]} />
        <button type="submit" className="button" name="intent" value="publish">
          公布结果…
        </button>
      </ScreenForm>
    </section>
  );
}
