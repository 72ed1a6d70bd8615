import { useWindowEvent } from "@mantine/hooks";
import type { Attempt } from "contract/training/exams/calls";
import { type FormEvent, type RefObject, useEffect, useRef, useState } from "react";
import { renewedFormToken } from "~/forms/form-token";
import { postForm } from "~/forms/post-form";
import { paths } from "~/navigation/paths";
import { useRoot } from "~/navigation/use-shell";
import { answerIn, fieldOf } from "./answers";
import type { SavedAnswer } from "./saved-answer";

/** The delay before a retry after a lost connection, in milliseconds. */
const retryDelay = 3_000;
/** The pause in typing after which a text is saved, in milliseconds. */
const typingPause = 800;

const keyOf = (answer: string[]): string => JSON.stringify([...answer].sort());

interface SheetState {
  form: RefObject<HTMLFormElement>;
  submit: RefObject<HTMLButtonElement>;
  onChange(event: FormEvent<HTMLFormElement>): void;
  onSubmit(event: FormEvent<HTMLFormElement>): void;
  /** Seconds until the attempt's end, by the gateway's clock. */
  secondsLeft: number;
  answered: number;
  /** The message about saving; null when all is well. */
  message: string | null;
  problem: boolean;
  /** Whether the attempt is over, handed in on another page or out of time: the gateway then accepts no answers. */
  ended: boolean;
}

/**
 * Saves each answer when it is given and retries until the gateway has it. Counts down by the gateway's clock, and
 * hands the sheet in when the time is over.
 * @param cameBack the form came back with a problem: the hook does not hand it in again by itself
 */
export function useSheet(attempt: Attempt, cameBack: boolean): SheetState {
  const form = useRef<HTMLFormElement>(null);
  const submit = useRef<HTMLButtonElement>(null);
  const root = useRoot();
  /** Questions with unsaved answers, each with the time of the answer. */
  const unsaved = useRef(new Map<number, number>());
  /** Saved answers, as far as this page knows: another device may have saved newer ones. */
  const savedKeys = useRef(new Map(attempt.questions.map(({ number, answer }) => [number, keyOf(answer)])));
  const busy = useRef(false);
  const handedIn = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  /** The gateway's time minus `performance.now()`, which changes of the device's clock do not affect. */
  const clock = useRef(0);
  const end = useRef(0);
  const [secondsLeft, setSecondsLeft] = useState(attempt.secondsLeft);
  const [answered, setAnswered] = useState(attempt.answered);
  const [message, setMessage] = useState<string | null>(null);
  const [problem, setProblem] = useState(false);
  const [ended, setEnded] = useState(false);
  const token = renewedFormToken() ?? root?.formToken ?? "";

  const send = async () => {
    if (ended || busy.current || unsaved.current.size === 0 || !form.current) return;
    busy.current = true;
    clearTimeout(timer.current);
    const sent = new Map(unsaved.current);
    const fields = new FormData(form.current);
    const body = new FormData();
    body.set("csrf", token);
    body.set("attempt", String(attempt.id));
    body.set("asked", [...sent.keys()].join(" "));
    body.set("at", String(Math.max(...sent.values())));
    for (const number of sent.keys())
      for (const value of answerIn(fields, number)) body.append(fieldOf(number), value);
    setMessage("正在保存…");
    setProblem(false);
    const answer = await postForm<SavedAnswer>(paths.examAnswer(), body, (failureMessage) => ({
      answered: null,
      secondsLeft: null,
      message: failureMessage,
      login: false,
      again: true,
      ended: false,
    }));
    busy.current = false;
    if (answer.answered !== null) {
      // An answer that changed while this request ran stays unsaved.
      for (const [number, at] of sent) {
        savedKeys.current.set(number, keyOf(answerIn(fields, number)));
        if (unsaved.current.get(number) === at) unsaved.current.delete(number);
      }
      setAnswered(answer.answered);
      if (answer.secondsLeft !== null) end.current = performance.now() + answer.secondsLeft * 1_000;
      setMessage(null);
      if (unsaved.current.size > 0) void send();
      return;
    }
    if (answer.ended) return setEnded(true);
    setProblem(true);
    setMessage(answer.again ? "没有保存上，正在重试…" : (answer.message ?? "没有保存上，请刷新页面"));
    if (answer.again) timer.current = setTimeout(() => void send(), retryDelay);
  };
  const latest = useRef(send);
  latest.current = send;

  /** Checks whether another page handed the attempt in; runs when the member comes back to this page. */
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
      () => setSecondsLeft(Math.max(0, Math.ceil((end.current - performance.now()) / 1_000))),
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
  // The event is dispatched on the document; the window's listener needs the capture phase.
  useWindowEvent("visibilitychange", cameBackTo, true);

  useEffect(() => {
    if (secondsLeft > 0 || ended || handedIn.current || cameBack || !submit.current) return;
    handedIn.current = true;
    form.current?.requestSubmit(submit.current);
  }, [secondsLeft, cameBack, ended]);

  // Warns before the page closes with unsaved answers. Once the attempt is over nothing can be saved, so nothing
  // warns.
  useWindowEvent("beforeunload", (event) => {
    if (unsaved.current.size > 0 && !handedIn.current && !ended) event.preventDefault();
  });

  return {
    form,
    submit,
    secondsLeft,
    answered,
    message,
    problem,
    ended,
    // Another open page may hand the sheet in with older answers. `was` tells the gateway which answers this page
    // knows as saved, so that it does not overwrite later ones.
    onSubmit(event) {
      const was = event.currentTarget.elements.namedItem("was") as HTMLInputElement;
      const knownAnswers = [...savedKeys.current].map(([number, key]) => [number, JSON.parse(key)]);
      was.value = JSON.stringify(Object.fromEntries(knownAnswers));
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
