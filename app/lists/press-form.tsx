import { useRevalidator } from "@remix-run/react";
import { type FormEvent, useEffect, useState } from "react";
import { FormToken } from "~/forms/field-parts";
import { postForm } from "~/forms/post-form";
import { useShell } from "~/navigation/use-shell";
import { LoginDialog } from "~/ui/dialogs";
import { Icon } from "~/ui/icon";
import type { IconName } from "~/ui/icon-names.gen";
import type { PressAnswer } from "./press-answer";
import styles from "./press-form.module.css";

/** What a press does from one of its two states: the form's intent, and how the button looks there. */
interface Press {
  intent: string;
  icon: IconName;
  label: string;
}

interface PressFormProps {
  /** The endpoint that takes the press. */
  action: string;
  /** The page comes back to the button by this name. */
  place: string;
  kind: string;
  target: number;
  pressed: boolean;
  press: Press;
  /** `undo` says what a second press takes back. */
  unpress: Press & { undo: string };
  /** Whom or what, for those who do not see what stands beside the button. */
  name: string;
}

const unanswered = (message: string): PressAnswer => ({ pressed: null, message, login: false, kept: false });

/**
 * A button that stays pressed: a form that leads back to this page and place before JavaScript, and without a
 * reload after it (the page's data is then loaded anew, so its counts are right). Visitors get the login dialog.
 */
export function PressForm({ action, place, kind, target, pressed, press, unpress, name }: PressFormProps) {
  const { here } = useShell();
  const { revalidate } = useRevalidator();
  /** The server's answer, until the page's own data is loaded again. */
  const [answered, setAnswered] = useState<boolean | null>(null);
  const [problem, setProblem] = useState<PressAnswer | null>(null);
  const [posting, setPosting] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: new data of the page takes the answer's place
  useEffect(() => setAnswered(null), [pressed]);
  const isPressed = answered ?? pressed;
  const { intent, icon, label } = isPressed ? unpress : press;

  const post = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (posting) return;
    const form = new FormData(event.currentTarget);
    form.set("intent", intent);
    setPosting(true);
    setProblem(null);
    const answer = await postForm(action, form, unanswered);
    setPosting(false);
    if (answer.pressed === null) return setProblem(answer);
    setAnswered(answer.pressed);
    revalidate();
  };

  return (
    <div className={styles.place}>
      <form method="post" action={action} id={place} onSubmit={post}>
        <FormToken />
        <input type="hidden" name="kind" value={kind} />
        <input type="hidden" name="target" value={target} />
        <input type="hidden" name="back" value={`${here}#${place}`} />
        <button
          type="submit"
          className={`button ${styles.button}`}
          name="intent"
          value={intent}
          data-pressed={isPressed || undefined}
          aria-busy={posting || undefined}
          title={isPressed ? unpress.undo : undefined}
        >
          <Icon name={icon} />
          {label}
          <span className="visually-hidden">{isPressed ? `，${unpress.undo} ${name}` : ` ${name}`}</span>
        </button>
      </form>
      {problem && !problem.login ? (
        <p className={styles.problem} role="alert">
          {problem.message}
        </p>
      ) : null}
      {problem?.login ? <LoginDialog redirect={here} thenDone={problem.kept} /> : null}
    </div>
  );
}
