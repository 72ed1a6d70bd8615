import { recordingPieceBytes } from "contract/training/constants";
import { useCallback, useEffect, useRef, useState } from "react";
import { renewedFormToken } from "~/forms/form-token";
import { paths } from "~/navigation/paths";
import { useRoot } from "~/navigation/use-shell";
import type { BegunAnswer, FinishedAnswer, PieceAnswer, RecordingProblem } from "./recording-answers";

/** How long after a lost connection it is tried anew, in milliseconds. */
const againAfter = 3_000;

/** What a form says of the recording besides its file. */
interface About {
  lesson: string;
  note: string;
}

/** A recording on its way, as the page shows it. */
export interface Sending {
  state: "sending" | "waiting" | "stopped" | "refused" | "done";
  name: string;
  bytes: number;
  received: number;
  /** Of a `done` one. */
  seconds: number;
  problem: RecordingProblem | null;
}

type Answer<Good> = { good: Good } | { problem: RecordingProblem; again: boolean };

/**
 * Sends a recording piece by piece, tries again when the connection was lost, and goes on where the gateway
 * says that it stopped: after a reload too, once the same file is chosen again. No more than a piece is in
 * memory.
 */
export function useRecording(course: number) {
  const root = useRoot();
  const token = useRef("");
  token.current = renewedFormToken() ?? root?.formToken ?? "";
  const [sending, setSending] = useState<Sending | null>(null);
  /** Which of them runs: one that was stopped, or that the page was left with, says nothing more. */
  const running = useRef(0);
  const last = useRef<{ file: File; about: About } | null>(null);
  useEffect(
    () => () => {
      running.current += 1;
    },
    [],
  );

  const ask = useCallback(async <Good>(fields: Record<string, string | Blob>): Promise<Answer<Good>> => {
    const body = new FormData();
    body.set("csrf", token.current);
    for (const [name, value] of Object.entries(fields)) body.set(name, value);
    try {
      const response = await fetch(paths.recording(), { method: "POST", body });
      const answer: unknown = await response.json();
      if (response.ok) return { good: answer as Good };
      return { problem: answer as RecordingProblem, again: [429, 502, 503, 504].includes(response.status) };
    } catch {
      return { problem: { code: "NETWORK", message: "网络连接中断" }, again: true };
    }
  }, []);

  const send = useCallback(
    async (file: File, about: About) => {
      running.current += 1;
      const mine = running.current;
      last.current = { file, about };
      const show = (now: Partial<Sending>) => {
        if (running.current !== mine) return;
        const first = { name: file.name, bytes: file.size, received: 0, seconds: 0, problem: null };
        setSending((before) => ({ ...(before ?? { ...first, state: "sending" }), ...now }));
      };
      setSending(null);
      show({ state: "sending", problem: null });
      const mark = `${file.size}-${file.lastModified}`;
      const named = { course: String(course), filename: file.name, bytes: String(file.size), mark };
      /** One way through to the end; null where it is to be tried again from where the gateway then stands. */
      const once = async (): Promise<Answer<FinishedAnswer>> => {
        const begun = await ask<BegunAnswer>({ step: "begin", ...named, ...about });
        if ("problem" in begun) return begun;
        if (begun.good.done) return { good: { done: begun.good.done } };
        const { id } = begun.good;
        let { received } = begun.good;
        while (received < file.size) {
          show({ state: "sending", received, problem: null });
          const piece = file.slice(received, received + recordingPieceBytes);
          const kept = await ask<PieceAnswer>({
            step: "piece",
            id: String(id),
            at: String(received),
            file: piece,
          });
          if (running.current !== mine) return { problem: { code: "STOPPED", message: "" }, again: false };
          if ("problem" in kept) return kept;
          received = kept.good.received;
        }
        show({ state: "sending", received, problem: null });
        return ask<FinishedAnswer>({ step: "finish", id: String(id) });
      };
      for (;;) {
        const answer = await once();
        if (running.current !== mine) return;
        if ("good" in answer) {
          last.current = null;
          const { name, seconds } = answer.good.done;
          return show({ state: "done", name, seconds, received: file.size, problem: null });
        }
        if (!answer.again) return show({ state: "refused", problem: answer.problem });
        show({ state: "waiting", problem: answer.problem });
        await new Promise((resolve) => setTimeout(resolve, againAfter));
        if (running.current !== mine) return;
      }
    },
    [ask, course],
  );

  return {
    sending,
    send,
    /** Stops; what is there stays there. */
    stop() {
      running.current += 1;
      setSending((before) => before && { ...before, state: "stopped" });
    },
    /** Goes on with the file that was stopped or refused. */
    goOn() {
      if (last.current) void send(last.current.file, last.current.about);
    },
  };
}
