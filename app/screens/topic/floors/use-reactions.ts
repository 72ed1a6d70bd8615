import { type FormEvent, startTransition, useEffect, useRef, useState } from "react";
import { postForm } from "~/forms/post-form";
import { type Reaction, type ReactionAnswer, reactions } from "~/lists/reaction-answer";
import { paths } from "~/navigation/paths";

/** How a like or favourite stands. */
export interface Standing {
  on: boolean;
  count: number;
}

/** Why a press came to nothing; `login` when signing in would help. */
export interface ReactionProblem {
  message: string;
  login: boolean;
  /** It is done by itself after that. */
  kept: boolean;
}

/** Tells how a reaction stands: as the page's data has it, or as the last press left it. */
export type StandingOf = (what: Reaction, target: number, standing: Standing) => Standing;

const unanswered = (message: string): ReactionAnswer => ({ on: null, message, login: false, kept: false });

/**
 * The page's like and favourite buttons once scripts run: a press shows at once, is sent without a reload,
 * and is taken back with a word where it was refused. `data` is what the page was made of: with new data
 * nothing is remembered.
 */
export function useReactions(data: unknown) {
  const [pressed, setPressed] = useState<Record<string, Standing>>({});
  const [problem, setProblem] = useState<ReactionProblem | null>(null);
  const underway = useRef(new Set<string>());
  // biome-ignore lint/correctness/useExhaustiveDependencies: new data takes the place of what was pressed
  useEffect(() => setPressed((all) => (Object.keys(all).length > 0 ? {} : all)), [data]);

  const standingOf: StandingOf = (what, target, standing) => pressed[`${what}:${target}`] ?? standing;

  async function press(event: FormEvent<HTMLFormElement>) {
    const button = (event.nativeEvent as SubmitEvent).submitter;
    if (!(button instanceof HTMLButtonElement)) return;
    event.preventDefault();
    const [name = "", target = ""] = button.value.split(":");
    const on = name in reactions;
    const key = `${name.replace(/^un/, "")}:${target}`;
    if (underway.current.has(key)) return;
    underway.current.add(key);
    const before = { on: !on, count: Number(button.dataset.count) };
    const body = new FormData(event.currentTarget);
    body.set("intent", button.value);
    // Transitions: a part of the page may not have come alive yet, and must not be thrown away for this.
    startTransition(() => {
      setPressed((all) => ({ ...all, [key]: { on, count: Math.max(0, before.count + (on ? 1 : -1)) } }));
      setProblem(null);
    });
    const answer = await postForm(paths.reactions(), body, unanswered);
    underway.current.delete(key);
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
