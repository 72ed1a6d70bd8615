import { ScreenForm } from "~/forms/form/screen-form";
import { useScreenForm } from "~/forms/form/use-screen-form";
import { NoDefaultButton } from "~/forms/outcomes/no-default-button";
import { QuestionBox } from "~/forms/outcomes/question-box";
import styles from "./security.module.css";

const intents = ["codes-make"];

/** The number of unused recovery codes, and the button for new ones. */
export function RecoveryCodes({ left }: { left: number }) {
  const form = useScreenForm({ id: "codes-make", intent: intents });
  return (
    <section className={styles.part}>
      <h2>恢复码</h2>
      <p className={styles.hint}>手机或密钥不在手边时用它们登录，每个只能用一次。不要和密码放在一起。</p>
      <ScreenForm of={form} className={styles.form} preventScrollReset replace>
        <NoDefaultButton />
        <p>{left === 0 ? "没有可用的恢复码了，请重新生成。" : `还有 ${left} 个没有用过。`}</p>
        <QuestionBox intents={intents} />
        <button type="submit" className="button" name="intent" value="codes-make">
          重新生成恢复码
        </button>
      </ScreenForm>
    </section>
  );
}
