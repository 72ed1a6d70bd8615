import { useRevalidator } from "@remix-run/react";
import { type FormEvent, useEffect, useState } from "react";
import { FormToken } from "~/forms/field-parts";
import { postForm } from "~/forms/post-form";
import { paths } from "~/navigation/paths";
import { useRoot, useShell } from "~/navigation/use-shell";
import { LoginDialog } from "~/ui/dialogs";
import { Icon } from "~/ui/icon";
import type { FollowAnswer } from "./follow-answer";
import styles from "./follow-button.module.css";

interface FollowButtonProps {
  kind: "user" | "section" | "tag" | "product";
  target: number;
  followed: boolean;
  /** Whom or what, for those who do not see what stands beside the button. */
  name: string;
}

/**
 * Follows or stops following, in one press: a form that leads back to this page and place before JavaScript,
 * and without a reload after it (the page's data is then loaded anew, so its counts are right). Visitors get
 * the login dialog. Nothing beside oneself.
 */
export function FollowButton(props: FollowButtonProps) {
  const me = useRoot()?.me;
  if (props.kind === "user" && me?.uid === props.target) return null;
  return <FollowForm key={`${props.kind} ${props.target}`} {...props} />;
}

const unanswered = (message: string): FollowAnswer => ({ followed: null, message, login: false });

function FollowForm({ kind, target, followed, name }: FollowButtonProps) {
  const { here } = useShell();
  const { revalidate } = useRevalidator();
  /** What the server answered, until the page's own data says it. */
  const [answered, setAnswered] = useState<boolean | null>(null);
  const [problem, setProblem] = useState<FollowAnswer | null>(null);
  const [posting, setPosting] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: new data of the page takes the answer's place
  useEffect(() => setAnswered(null), [followed]);
  const follows = answered ?? followed;
  const place = `follow-${kind}-${target}`;

  const post = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (posting) return;
    const form = new FormData(event.currentTarget);
    form.set("intent", follows ? "unfollow" : "follow");
    setPosting(true);
    setProblem(null);
    const answer = await postForm(paths.follow(), form, unanswered);
    setPosting(false);
    if (answer.followed === null) return setProblem(answer);
    setAnswered(answer.followed);
    revalidate();
  };

  return (
    <div className={styles.follow}>
      <form method="post" action={paths.follow()} id={place} onSubmit={post}>
        <FormToken />
        <input type="hidden" name="kind" value={kind} />
        <input type="hidden" name="target" value={target} />
        <input type="hidden" name="back" value={`${here}#${place}`} />
        <button
          type="submit"
          className={`button ${styles.button}`}
          name="intent"
          value={follows ? "unfollow" : "follow"}
          data-followed={follows || undefined}
          aria-busy={posting || undefined}
          title={follows ? "取消关注" : undefined}
        >
          <Icon name={follows ? "check" : "plus"} />
          {follows ? "已关注" : "关注"}
          <span className="visually-hidden">{follows ? `，取消关注 ${name}` : ` ${name}`}</span>
        </button>
      </form>
      {problem && !problem.login ? (
        <p className={styles.problem} role="alert">
          {problem.message}
        </p>
      ) : null}
      {problem?.login ? <LoginDialog redirect={here} /> : null}
    </div>
  );
}
