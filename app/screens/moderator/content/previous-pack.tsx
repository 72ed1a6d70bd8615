import { useLocation } from "@remix-run/react";
import type { CallResponse } from "contract";
import { ScreenForm } from "~/forms/form/screen-form";
import { useScreenForm } from "~/forms/form/use-screen-form";
import { NoDefaultButton } from "~/forms/outcomes/no-default-button";
import { QuestionBox } from "~/forms/outcomes/question-box";
import { RelativeTime } from "~/ui/relative-time";
import { CheckResult } from "./check-result";
import styles from "./content.module.css";

type Previous = NonNullable<CallResponse<"contentState">["previous"]>;

/** The pack before the last load: what a return to it changes, and the buttons to check and restore it. */
export function PreviousPack({ previous: { pack, loadedAt, check } }: { previous: Previous }) {
  const { pathname } = useLocation();
  const form = useScreenForm({ id: "previous", intent: ["check:previous", "load:previous"] });
  return (
    <>
      <section className={styles.box} aria-labelledby="previous-title">
        <h2 id="previous-title">上一个内容包</h2>
        <p className={styles.lead}>
          最近一次装载之前用的是 <strong>{pack}</strong>（<RelativeTime at={loadedAt} />
          装载），它的文字和文件都留着。装错了可以恢复它，最近一次装载下架的会重新上架，新增的会下架；恢复之后还可以再恢复回来。
        </p>
        <ScreenForm of={form} action={pathname} reloadDocument className={styles.buttons}>
          <NoDefaultButton />
          <QuestionBox intents={["load:previous"]} />
          <button type="submit" className="button" name="intent" value="check:previous">
            检查会改变什么
          </button>
          <button type="submit" className="link-button" name="intent" value="load:previous">
            恢复上一个内容包…
          </button>
        </ScreenForm>
      </section>
      {check ? <CheckResult check={check} title="上一个内容包的检查" id="previous-check-title" /> : null}
    </>
  );
}
