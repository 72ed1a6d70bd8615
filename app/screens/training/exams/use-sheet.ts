import { useWindowEvent } from "@mantine/hooks";
import type { Attempt } from "contract/training/exams/calls";
import { type FormEvent, type RefObject, useEffect, useRef, useState } from "react";
import { renewedFormToken } from "~/forms/form-token";
import { postForm } from "~/forms/post-form";
import { paths } from "~/navigation/paths";
import { useRoot } from "~/navigation/use-shell";
import { answerIn, fieldOf } from "./answers";
import type { SavedAnswer } from "./saved-answer";

/** How long after a lost connection it is tried anew, in milliseconds. */
const againAfter = 3_000;
/** How long somebody may pause in typing a few words before they are saved. */
const typingPause = 800;

const keyOf = (answer: string[]): string => JSON.stringify([...answer].sort());

interface SheetState {
  form: RefObject<HTMLFormElement>;
  submit: RefObject<HTMLButtonElement>;
  onChange(event: FormEvent<HTMLFormElement>): void;
  onSubmit(event: FormEvent<HTMLFormElement>): void;
  /** Seconds until its end by the gateway's clock. */
  left: number;
  answered: number;
  /** What there is to say of saving; null where all is well. */
  said: string | null;
  problem: boolean;
  /** It was handed in on another page, or its time was up: nothing that is typed here counts any more. */
  ended: boolean;
}

/**
 * Saves each answer as it is given, and again until it has arrived; counts the time by the gateway's clock,
 * and hands in what there is when it is over. @param cameBack the form came back with a problem: it is not
 * handed in by itself again
 */
export function useSheet(attempt: Attempt, cameBack: boolean): SheetState {
  const form = useRef<HTMLFormElement>(null);
  const submit = useRef<HTMLButtonElement>(null);
  const root = useRoot();
  /** Questions whose answers the gateway does not have, each with when it was answered. */
  const unsaved = useRef(new Map<number, number>());
  /** Answers that the gateway has, as far as this page knows; another device may have given it more. */
  const known = useRef(new Map(attempt.questions.map(({ number, answer }) => [number, keyOf(answer)])));
  const busy = useRef(false);
  const handedIn = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  /** The gateway's clock minus the page's own, which no setting of the device moves. */
  const clock = useRef(0);
  const end = useRef(0);
  const [left, setLeft] = useState(attempt.secondsLeft);
  const [answered, setAnswered] = useState(attempt.answered);
  const [said, setSaid] = useState<string | null>(null);
  const [problem, setProblem] = useState(false);
  const [ended, setEnded] = useState(false);
  const token = renewedFormToken() ?? root?.formToken ?? "";

  const send = async () => {
    if (ended || busy.current || unsaved.current.size === 0 || !form.current) return;
    busy.current = true;
    clearTimeout(timer.current);
    const sent = new Map(unsaved.current);
    const typed = new FormData(form.current);
    const body = new FormData();
    body.set("csrf", token);
    body.set("attempt", String(attempt.id));
    body.set("asked", [...sent.keys()].join(" "));
    body.set("at", String(Math.max(...sent.values())));
    for (const number of sent.keys())
      for (const value of answerIn(typed, number)) body.append(fieldOf(number), value);
    setSaid("正在保存…");
    setProblem(false);
    const answer = await postForm<SavedAnswer>(paths.examAnswer(), body, (message) => ({
      answered: null,
      secondsLeft: null,
      message,
      login: false,
      again: true,
      ended: false,
    }));
    busy.current = false;
    if (answer.answered !== null) {
      // One that was changed meanwhile is still to be saved.
      for (const [number, at] of sent) {
        known.current.set(number, keyOf(answerIn(typed, number)));
        if (unsaved.current.get(number) === at) unsaved.current.delete(number);
      }
      setAnswered(answer.answered);
      if (answer.secondsLeft !== null) end.current = performance.now() + answer.secondsLeft * 1_000;
      setSaid(null);
      if (unsaved.current.size > 0) void send();
      return;
    }
    if (answer.ended) return setEnded(true);
    setProblem(true);
    setSaid(answer.again ? "没有保存上，正在重试…" : (answer.message ?? "没有保存上，请刷新页面"));
    if (answer.again) timer.current = setTimeout(() => void send(), againAfter);
  };
  const latest = useRef(send);
  latest.current = send;

  /** Whether another page has handed it in meanwhile: asked when somebody comes back to this one. */
  const look = async () => {
    if (busy.current || handedIn.current) return;
    const body = new FormData();
    body.set("csrf", token);
    body.set("attempt", String(attempt.id));
    const answer = await postForm<Partial<SavedAnswer>>(paths.examAnswer(), body, () => ({}));
    if (answer.ended) setEnded(true);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the clock is set once for each attempt
  useEffect(() => {
    clock.current = attempt.now - performance.now();
    end.current = performance.now() + attempt.secondsLeft * 1_000;
    const tick = setInterval(
      () => setLeft(Math.max(0, Math.ceil((end.current - performance.now()) / 1_000))),
      250,
    );
    return () => {
      clearInterval(tick);
      clearTimeout(timer.current);
    };
  }, [attempt.id]);

  const cameBackTo = () => {
    if (document.visibilityState === "visible") void look();
  };
  useWindowEvent("online", () => void send());
  useWindowEvent("pageshow", cameBackTo);
  // It happens to the document, and is heard on its way down.
  useWindowEvent("visibilitychange", cameBackTo, true);

  useEffect(() => {
    if (left > 0 || ended || handedIn.current || cameBack || !submit.current) return;
    handedIn.current = true;
    form.current?.requestSubmit(submit.current);
  }, [left, cameBack, ended]);

  // What was answered and is not saved yet should not be left without a word; once it is over nothing can be
  // saved.
  useWindowEvent("beforeunload", (event) => {
    if (unsaved.current.size > 0 && !handedIn.current && !ended) event.preventDefault();
  });

  return {
    form,
    submit,
    left,
    answered,
    said,
    problem,
    ended,
    // A page that was left open elsewhere ends too, and must not take back what was answered since: what this
    // one has saved is what it shows.
    onSubmit(event) {
      const was = event.currentTarget.elements.namedItem("was") as HTMLInputElement;
      const shown = [...known.current].map(([number, key]) => [number, JSON.parse(key)]);
      was.value = JSON.stringify(Object.fromEntries(shown));
    },
    onChange(event) {
      const field = event.target as unknown as HTMLInputElement;
      const number = Number(/^q(\d+)$/.exec(field.name)?.[1]);
      if (!number) return;
      unsaved.current.set(number, Math.round(clock.current + performance.now()));
      clearTimeout(timer.current);
      if (field.type !== "text") return void latest.current();
      timer.current = setTimeout(() => void latest.current(), typingPause);
    },
  };
}
