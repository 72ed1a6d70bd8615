import { Form, Link, useActionData, useNavigation } from "@remix-run/react";
import { FormToken, problem, typed } from "~/forms/field-parts";
import { failureOf } from "~/forms/result";
import { Dialog, DialogButtons } from "~/ui/dialog";
import type { DialogProps } from "./delete";
import styles from "./dialogs.module.css";

/** Ends a question without an answer, with a reason that everyone reads. */
export function AccomplishDialog({ page, back, onEscape }: DialogProps) {
  const failure = failureOf(useActionData(), "accomplish");
  const busy = useNavigation().state === "submitting";
  const errors = failure?.result.error ?? {};
  const message = problem(errors.reason ?? errors[""] ?? undefined);
  return (
    <Dialog title="结束提问" onEscape={onEscape}>
      <p>
        如果有回答解决了问题，请在那一楼点“采纳”。没有采纳的回答也可以结束：帖子会标为已解决，原因显示在问题下面。
        {page.topic.answer ? "现在采纳的回答会被取消采纳。" : ""}
      </p>
      <Form method="post" action={page.at({ accomplish: 1 })} preventScrollReset className={styles.form}>
        <FormToken />
        <label htmlFor="accomplish-reason">结束的原因</label>
        <textarea
          id="accomplish-reason"
          name="reason"
          rows={3}
          maxLength={200}
          placeholder="例如：换了一批芯片后问题消失"
          defaultValue={typed(failure?.result.initialValue?.reason)}
          aria-invalid={message ? true : undefined}
          aria-describedby={message ? "accomplish-problem" : undefined}
        />
        <p id="accomplish-problem" role="alert">
          {message}
        </p>
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
      </Form>
    </Dialog>
  );
}
