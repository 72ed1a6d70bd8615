import { type FormEvent, startTransition, useEffect, useRef, useState } from "react";
import { postForm } from "~/forms/post-form";
import { type Reaction, type ReactionAnswer, reactions } from "~/lists/reaction-answer";
import { paths } from "~/navigation/paths";

/** The state of a like or favourite: whether the reader gave it, and its count. */
export interface Standing {
  on: boolean;
  count: number;
}

/** Why a press failed; `login` when signing in would help. */
export interface ReactionProblem {
  message: string;
  login: boolean;
  /** Whether the server performs the reaction by itself after signing in. */
  kept: boolean;
}

/** Returns the state of a reaction: from the page's data, or from the last press. */
export type StandingOf = (what: Reaction, target: number, standing: Standing) => Standing;

const unanswered = (message: string): ReactionAnswer => ({ on: null, message, login: false, kept: false });

/**
 * The page's like and favourite buttons with scripts. A press shows at once and is sent without a reload; a refused
 * press is undone with a message. `data` is the page's data: new data replaces all remembered presses.
 */
export function useReactions(data: unknown) {
  const [pressed, setPressed] = useState<Record<string, Standing>>({});
  const [problem, setProblem] = useState<ReactionProblem | null>(null);
  const pendingKeys = useRef(new Set<string>());
  // biome-ignore lint/correctness/useExhaustiveDependencies: new data replaces the remembered presses
  useEffect(() => setPressed((all) => (Object.keys(all).length > 0 ? {} : all)), [data]);

  const standingOf: StandingOf = (what, target, standing) => pressed[`${what}:${target}`] ?? standing;

  async function press(event: FormEvent<HTMLFormElement>) {
    const button = (event.nativeEvent as SubmitEvent).submitter;
    if (!(button instanceof HTMLButtonElement)) return;
    event.preventDefault();
    const [name = "", target = ""] = button.value.split(":");
    const on = name in reactions;
    const key = `${name.replace(/^un/, "")}:${target}`;
    if (pendingKeys.current.has(key)) return;
    pendingKeys.current.add(key);
    const before = { on: !on, count: Number(button.dataset.count) };
    const body = new FormData(event.currentTarget);
    body.set("intent", button.value);
    // Transitions, because a part of the page may not be hydrated yet and React would render it again for an urgent
    // update.
    startTransition(() => {
      setPressed((all) => ({ ...all, [key]: { on, count: Math.max(0, before.count + (on ? 1 : -1)) } }));
      setProblem(null);
    });
    const answer = await postForm(paths.reactions(), body, unanswered);
    pendingKeys.current.delete(key);
    startTransition(() => {
      setPressed((all) => ({
        ...all,
        [key]: answer.on === null ? before : { on: answer.on, count: answer.count },
      }));
      if (answer.on === null) setProblem(answer);
    });
  }
  return { standingOf, press, problem };
}
