import { Link, useNavigation } from "@remix-run/react";
import { ScreenForm } from "~/forms/form/screen-form";
import { TextArea } from "~/forms/form/text-area";
import { useScreenForm } from "~/forms/form/use-screen-form";
import { Dialog, DialogButtons } from "~/ui/dialog";
import type { DialogProps } from "./delete";
import styles from "./dialogs.module.css";

/** The form that ends a question without an accepted answer; everybody sees its reason. */
export function AccomplishDialog({ page, back, onEscape }: DialogProps) {
  const form = useScreenForm({ id: "accomplish", intent: "accomplish" });
  const busy = useNavigation().state === "submitting";
  return (
    <Dialog title="结束提问" onEscape={onEscape}>
      <p>
        如果有回答解决了问题，请在那一楼点“采纳”。没有采纳的回答也可以结束：帖子会标为已解决，原因显示在问题下面。
        {page.topic.answer ? "现在采纳的回答会被取消采纳。" : ""}
      </p>
      <ScreenForm of={form} action={page.at({ accomplish: 1 })} preventScrollReset className={styles.form}>
        <TextArea
          id="accomplish-reason"
          name="reason"
          label="结束的原因"
          rows={3}
          maxLength={200}
          placeholder="例如：换了一批芯片后问题消失"
        />
        <DialogButtons>
          <Link className="button" to={back} preventScrollReset>
            取消
          </Link>
          <button
            type="submit"
            className="button"
            data-primary
            name="intent"
            value="accomplish"
            disabled={busy}
          >
            结束提问
          </button>
        </DialogButtons>
      </ScreenForm>
    </Dialog>
  );
}
