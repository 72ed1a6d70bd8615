import { useRevalidator } from "@remix-run/react";
import { positionEverySeconds } from "contract/training/constants";
import type { LessonDetail } from "contract/training/courses/calls";
import { type RefObject, startTransition, useEffect, useRef, useState } from "react";
import { renewedFormToken } from "~/forms/form-token";
import { paths } from "~/navigation/paths";
import { useRoot } from "~/navigation/use-shell";
import type { PositionAnswer } from "./position-answer";

export interface LessonPlayer {
  element: RefObject<HTMLVideoElement>;
  /** The second that plays now: a question is about it, and it marks the current line of the transcript. */
  second: number;
  /** The last saved position; null before the first save. */
  saved: number | null;
  seek(second: number): void;
  onPlay(): void;
  onTime(): void;
  /** Runs before a jump: the played part counts, the skipped part does not. */
  onSeeking(): void;
  onPause(): void;
}

interface Options {
  lesson: LessonDetail;
  start: number;
  /** The gateway's time when the page was rendered; null for visitors, for whom nothing is saved. */
  now: number | null;
  /** Whether the page shows the lesson as finished already. */
  done: boolean;
}

/** What the hook remembers of one lesson's video; times are those of `performance.now()`. */
const newState = (start: number, openedAt: number) => ({
  hasReported: false,
  hasStarted: false,
  lastSaved: start,
  playedFrom: start,
  lastSecond: start,
  savedAt: openedAt,
  openedAt,
});

/**
 * What the player does besides playing: it reports the first play once, and saves the position every ten seconds while
 * it plays, on pause and when the page is left.
 */
export function usePlayer({ lesson, start, now, done }: Options): LessonPlayer {
  const element = useRef<HTMLVideoElement>(null);
  const root = useRoot();
  const { revalidate } = useRevalidator();
  const [second, setSecond] = useState(start);
  const [saved, setSaved] = useState<number | null>(null);
  // The page renders again. As anything but a transition this would throw away what was typed into the notes if their
  // code is still loading.
  const showSecond = (at: number) => startTransition(() => setSecond(at));
  const showSaved = (at: number | null) => startTransition(() => setSaved(at));
  const state = useRef(newState(start, 0));
  const token = renewedFormToken() ?? root?.formToken ?? "";

  // biome-ignore lint/correctness/useExhaustiveDependencies: the state is reset for another lesson only
  useEffect(() => {
    state.current = newState(start, performance.now());
    showSecond(start);
    showSaved(null);
    // The video was played before hydration.
    if (element.current && element.current.played.length > 0) {
      reportPlay();
      begin();
    }
  }, [lesson.id]);

  const reportPlay = () => {
    if (state.current.hasReported) return;
    state.current.hasReported = true;
    const body = new URLSearchParams({ lesson: String(lesson.id) });
    void fetch(paths.play(), { method: "POST", body }).catch(() => undefined);
  };

  const body = (position: number) => {
    const form = new FormData();
    form.set("csrf", token);
    form.set("lesson", String(lesson.id));
    form.set("position", String(Math.floor(position)));
    form.set("from", String(Math.floor(Math.min(state.current.playedFrom, position))));
    form.set("at", String(Math.round((now ?? 0) + performance.now() - state.current.openedAt)));
    return form;
  };

  /** Sends the position once, without a retry: the next save covers what failed. */
  const save = async (leaving = false, position = element.current?.currentTime ?? 0) => {
    const video = element.current;
    // A player that never played is at 0, so leaving it saves nothing.
    if (now === null || !video || !state.current.hasStarted) return;
    if (Math.abs(position - state.current.lastSaved) < 1) return;
    const sent = body(position);
    const from = state.current.playedFrom;
    Object.assign(state.current, { lastSaved: position, playedFrom: position, savedAt: performance.now() });
    // Nobody can read the response after the page is gone.
    if (leaving) return void navigator.sendBeacon(paths.studyPosition(), sent);
    try {
      const response = await fetch(paths.studyPosition(), {
        method: "POST",
        body: sent,
        headers: { accept: "application/json" },
        keepalive: true,
      });
      const answer = (await response.json()) as PositionAnswer;
      if (answer.position === null) return;
      showSaved(answer.position);
      // Reloads the outline, so that it marks the lesson as finished.
      if ((answer.done && !done) || answer.certified) revalidate();
    } catch {
      state.current.lastSaved = Number.NEGATIVE_INFINITY;
      // The next save covers everything since the last successful one, unless a jump has set a new start meanwhile.
      if (state.current.playedFrom === position) state.current.playedFrom = from;
    }
  };

  /** Sends a first position when playing starts, because the gateway counts time from its first message. */
  const begin = () => {
    const at = element.current?.currentTime ?? 0;
    Object.assign(state.current, { playedFrom: at, lastSecond: at });
    if (state.current.hasStarted) return;
    Object.assign(state.current, { hasStarted: true, lastSaved: Number.NEGATIVE_INFINITY });
    void save();
  };

  const latest = useRef(save);
  latest.current = save;
  useEffect(() => {
    const leave = () => void latest.current(true);
    const hide = () => {
      if (document.visibilityState === "hidden") leave();
    };
    addEventListener("pagehide", leave);
    document.addEventListener("visibilitychange", hide);
    return () => {
      removeEventListener("pagehide", leave);
      document.removeEventListener("visibilitychange", hide);
    };
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the reader leaves for another lesson or screen
  useEffect(() => {
    const video = element.current;
    return () => {
      if (
        video &&
        state.current.hasStarted &&
        now !== null &&
        Math.abs(video.currentTime - state.current.lastSaved) >= 1
      )
        navigator.sendBeacon(paths.studyPosition(), body(video.currentTime));
    };
  }, [lesson.id]);

  return {
    element,
    second,
    saved,
    seek(to) {
      const video = element.current;
      if (!video) return;
      showSecond(to);
      const go = () => {
        video.currentTime = to;
      };
      if (video.readyState >= HTMLMediaElement.HAVE_METADATA) go();
      else video.addEventListener("loadedmetadata", go, { once: true });
      void video.play().catch(() => undefined);
      video.scrollIntoView({ block: "nearest" });
    },
    onPlay() {
      reportPlay();
      begin();
    },
    onSeeking() {
      const { lastSecond } = state.current;
      void save(false, lastSecond);
      const at = element.current?.currentTime ?? lastSecond;
      Object.assign(state.current, { playedFrom: at, lastSecond: at });
    },
    onTime() {
      if (element.current && !element.current.seeking) state.current.lastSecond = element.current.currentTime;
      const time = Math.floor(element.current?.currentTime ?? 0);
      if (time !== second) showSecond(time);
      if (performance.now() - state.current.savedAt >= positionEverySeconds * 1_000) void save();
    },
    onPause: () => void save(),
  };
}
