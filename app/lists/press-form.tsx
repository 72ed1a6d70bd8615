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

/** What a press does in one of the button's two states: the form's intent, the icon and the label. */
interface Press {
  intent: string;
  icon: IconName;
  label: string;
}

interface PressFormProps {
  /** The endpoint of the form. */
  action: string;
  /** The id of the form; without JavaScript the page returns to it. */
  place: string;
  kind: string;
  target: number;
  pressed: boolean;
  press: Press;
  /** `undo` is the label for what the second press undoes. */
  unpress: Press & { undo: string };
  /** The name of the person or thing, for screen readers. */
  name: string;
}

const unanswered = (message: string): PressAnswer => ({ pressed: null, message, login: false, kept: false });

/**
 * A toggle button. Without JavaScript it is a form that returns to this place on the page; with it, there is no page
 * load, and the page's data is loaded again so that its counts are right. Visitors get the login dialog.
 */
export function PressForm({ action, place, kind, target, pressed, press, unpress, name }: PressFormProps) {
  const { here } = useShell();
  const { revalidate } = useRevalidator();
  /** The server's answer, until the page's data is loaded again. */
  const [newState, setNewState] = useState<boolean | null>(null);
  const [problem, setProblem] = useState<PressAnswer | null>(null);
  const [posting, setPosting] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: new data of the page replaces the answer
  useEffect(() => setNewState(null), [pressed]);
  const isPressed = newState ?? pressed;
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
    setNewState(answer.pressed);
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
