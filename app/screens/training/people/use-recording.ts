import { recordingPieceBytes } from "contract/training/constants";
import { useCallback, useEffect, useRef, useState } from "react";
import { renewedFormToken } from "~/forms/form-token";
import { paths } from "~/navigation/paths";
import { useRoot } from "~/navigation/use-shell";
import type { BegunAnswer, FinishedAnswer, PieceAnswer, RecordingProblem } from "./recording-answers";

/** The delay before a retry after a lost connection, in milliseconds. */
const retryDelay = 3_000;

/** The form's fields besides the file. */
interface About {
  lesson: string;
  note: string;
}

/** The state of an upload, as the page shows it. */
export interface Sending {
  state: "sending" | "waiting" | "stopped" | "refused" | "done";
  name: string;
  bytes: number;
  received: number;
  /** The length of a `done` recording. */
  seconds: number;
  problem: RecordingProblem | null;
}

type Answer<Good> = { good: Good } | { problem: RecordingProblem; again: boolean };

/**
 * Uploads a recording piece by piece and retries after a lost connection. It resumes where the gateway says that the
 * upload stopped, also after a reload when the same file is chosen again. At most one piece is in memory.
 */
export function useRecording(course: number) {
  const root = useRoot();
  const token = useRef("");
  token.current = renewedFormToken() ?? root?.formToken ?? "";
  const [sending, setSending] = useState<Sending | null>(null);
  /**
   * The number of the current upload. An upload with another number was stopped or replaced, or its page was left: it
   * changes nothing more.
   */
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
      const own = running.current;
      last.current = { file, about };
      const show = (now: Partial<Sending>) => {
        if (running.current !== own) return;
        const first = { name: file.name, bytes: file.size, received: 0, seconds: 0, problem: null };
        setSending((before) => ({ ...(before ?? { ...first, state: "sending" }), ...now }));
      };
      setSending(null);
      show({ state: "sending", problem: null });
      const mark = `${file.size}-${file.lastModified}`;
      const fileFields = { course: String(course), filename: file.name, bytes: String(file.size), mark };
      /**
       * Uploads once to the end. If its answer says `again`, the caller retries from the position that the gateway has
       * then.
       */
      const once = async (): Promise<Answer<FinishedAnswer>> => {
        const started = await ask<BegunAnswer>({ step: "begin", ...fileFields, ...about });
        if ("problem" in started) return started;
        if (started.good.done) return { good: { done: started.good.done } };
        const { id } = started.good;
        let { received } = started.good;
        while (received < file.size) {
          show({ state: "sending", received, problem: null });
          const piece = file.slice(received, received + recordingPieceBytes);
          const stored = await ask<PieceAnswer>({
            step: "piece",
            id: String(id),
            at: String(received),
            file: piece,
          });
          if (running.current !== own) return { problem: { code: "STOPPED", message: "" }, again: false };
          if ("problem" in stored) return stored;
          received = stored.good.received;
        }
        show({ state: "sending", received, problem: null });
        return ask<FinishedAnswer>({ step: "finish", id: String(id) });
      };
      for (;;) {
        const answer = await once();
        if (running.current !== own) return;
        if ("good" in answer) {
          last.current = null;
          const { name, seconds } = answer.good.done;
          return show({ state: "done", name, seconds, received: file.size, problem: null });
        }
        if (!answer.again) return show({ state: "refused", problem: answer.problem });
        show({ state: "waiting", problem: answer.problem });
        await new Promise((resolve) => setTimeout(resolve, retryDelay));
        if (running.current !== own) return;
      }
    },
    [ask, course],
  );

  return {
    sending,
    send,
    /** Stops the upload; the gateway keeps the pieces that it has. */
    stop() {
      running.current += 1;
      setSending((before) => before && { ...before, state: "stopped" });
    },
    /** Resumes the file that was stopped or refused. */
    goOn() {
      if (last.current) void send(last.current.file, last.current.about);
    },
  };
}
