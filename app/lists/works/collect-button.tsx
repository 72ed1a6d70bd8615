import { useRevalidator } from "@remix-run/react";
import { type FormEvent, useEffect, useState } from "react";
import { FormToken } from "~/forms/field-parts";
import { postForm } from "~/forms/post-form";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { LoginDialog } from "~/ui/dialogs";
import { Icon } from "~/ui/icon";
import styles from "../follow-button.module.css";
import type { CollectAnswer } from "./collect-answer";

interface CollectButtonProps {
  kind: "product" | "resource" | "video";
  target: number;
  collected: boolean;
  /** What, for those who do not see what stands beside the button. */
  name: string;
}

const unanswered = (message: string): CollectAnswer => ({ collected: null, message, login: false });

/**
 * Collects, or takes out of the collection, in one press: a form that leads back to this page before JavaScript,
 * and without a reload after it. Visitors get the login dialog.
 */
export function CollectButton({ kind, target, collected, name }: CollectButtonProps) {
  const { here } = useShell();
  const { revalidate } = useRevalidator();
  const [answered, setAnswered] = useState<boolean | null>(null);
  const [problem, setProblem] = useState<CollectAnswer | null>(null);
  const [posting, setPosting] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: new data of the page takes the answer's place
  useEffect(() => setAnswered(null), [collected, target]);
  const has = answered ?? collected;
  const place = `collect-${kind}-${target}`;

  const post = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (posting) return;
    const form = new FormData(event.currentTarget);
    form.set("intent", has ? "uncollect" : "collect");
    setPosting(true);
    setProblem(null);
    const answer = await postForm(paths.collect(), form, unanswered);
    setPosting(false);
    if (answer.collected === null) return setProblem(answer);
    setAnswered(answer.collected);
    revalidate();
  };

  return (
    <div className={styles.follow}>
      <form method="post" action={paths.collect()} id={place} onSubmit={post}>
        <FormToken />
        <input type="hidden" name="kind" value={kind} />
        <input type="hidden" name="target" value={target} />
        <input type="hidden" name="back" value={`${here}#${place}`} />
        <button
          type="submit"
          className={`button ${styles.button}`}
          name="intent"
          value={has ? "uncollect" : "collect"}
          data-followed={has || undefined}
          aria-busy={posting || undefined}
          title={has ? "取消收藏" : undefined}
        >
          <Icon name="star" />
          {has ? "已收藏" : "收藏"}
          <span className="visually-hidden">{has ? `，取消收藏 ${name}` : ` ${name}`}</span>
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
