import { useWindowEvent } from "@mantine/hooks";
import type { CheckIn } from "contract/activities/shapes";
import { useEffect, useRef, useState } from "react";
import { type Camera, startCamera } from "~/check-in/camera";
import { lettersIn, verifyCode } from "~/check-in/code";
import { keepPage } from "~/check-in/keep-page";
import { forgetScans, keepScan, scansOf } from "~/check-in/kept-scans";
import { askCheckIn, handOver, isThere, newNonce } from "~/check-in/link";
import type { CodeKey } from "~/check-in/wire";

/** Without a link it is tried anew this often, in milliseconds. */
const tryAgainAfter = 4_000;

export interface Shown {
  checkIn: CheckIn;
  note?: string | undefined;
  /** Told apart from an equal one before it, for those who hear it. */
  number: number;
}

export interface Synced {
  passed: number;
  /** Scanned elsewhere as well, or before. */
  duplicates: number;
  /** What was let in without a link and should not have been. */
  others: CheckIn[];
}

const nobody = { signupId: null, name: "", category: "", at: null, by: "" };
const untold = "离线核对：签名有效，联网后同步";

/**
 * The scanner as the browser runs it: asks the portal for each code; after 2 s without an answer it goes on by
 * itself, checks signatures, keeps the scans on the device and hands them over when the link is back.
 */
export function useScanner(activityId: number, keys: readonly CodeKey[]) {
  const video = useRef<HTMLVideoElement>(null);
  const camera = useRef<Camera>();
  const [shown, setShown] = useState<Shown | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [offline, setOffline] = useState(false);
  const [waiting, setWaiting] = useState(0);
  const [synced, setSynced] = useState<Synced | null>(null);
  const [came, setCame] = useState(0);
  const [cameraState, setCameraState] = useState<"off" | "starting" | "on">("off");
  const isOffline = useRef(false);
  const syncing = useRef(false);
  const number = useRef(0);

  const goOffline = (now: boolean) => {
    isOffline.current = now;
    setOffline(now);
  };
  const show = (checkIn: CheckIn, note?: string) => {
    number.current += 1;
    setProblem(null);
    setShown({ checkIn, note, number: number.current });
    navigator.vibrate?.(checkIn.answer === "passed" ? 80 : [80, 80, 80]);
  };
  const say = (message: string) => {
    setShown(null);
    setProblem(message);
  };
  const count = async () => {
    const kept = await scansOf(activityId).catch(() => []);
    setWaiting(kept.length);
    return kept;
  };

  const checkHere = async (code: string, scan: { nonce: string; at: string }) => {
    if (lettersIn(code)) return say("现在没有网络，八位字母要联网才能核对。请扫二维码，或等网络恢复");
    const read = await verifyCode(code, keys);
    if (!read || read.expiresAt <= new Date()) return show({ ...nobody, answer: "invalid" });
    if (read.activityId !== activityId) return show({ ...nobody, answer: "otherActivity" });
    const { signupId } = read;
    const before = await keepScan({ ...scan, activityId, signupId, code }).catch(() => null);
    if (before === null) return say("这台设备不能保存离线的扫描，请等网络恢复后再扫");
    await count();
    if (before)
      return show({ ...nobody, answer: "already", at: before.at, by: "本机" }, "离线核对：本机已经扫过");
    return show({ ...nobody, answer: "passed", signupId: null }, untold);
  };

  const check = async (code: string): Promise<void> => {
    const scan = { nonce: newNonce(), at: new Date().toISOString() };
    setSynced(null);
    if (!isOffline.current) {
      const answer = await askCheckIn(activityId, code, scan.nonce);
      if (answer?.checkIn) {
        if (answer.checkIn.answer === "passed") setCame((before) => before + 1);
        return show(answer.checkIn);
      }
      if (answer)
        return say(answer.login ? "登录状态已失效，请重新登录后再扫" : (answer.message ?? "请再扫一次"));
      goOffline(true);
    }
    return checkHere(code, scan);
  };

  const sync = async (): Promise<void> => {
    if (syncing.current) return;
    syncing.current = true;
    try {
      let kept = await count();
      if (kept.length === 0) {
        if (isOffline.current && (await isThere())) goOffline(false);
        return;
      }
      const outcome: Synced = { passed: 0, duplicates: 0, others: [] };
      while (kept.length > 0) {
        const answer = await handOver(activityId, kept);
        if (!answer) return goOffline(true);
        if (!answer.scans)
          return say(answer.login ? "登录状态已失效：请重新登录，本机的扫描都还在" : (answer.message ?? ""));
        if (answer.scans.length === 0) return;
        await forgetScans(answer.scans.map(({ nonce }) => nonce));
        for (const scan of answer.scans) {
          if (scan.duplicate) outcome.duplicates += 1;
          else if (scan.answer === "passed") outcome.passed += 1;
          else outcome.others.push(scan);
        }
        kept = await count();
      }
      setCame((before) => before + outcome.passed);
      setSynced(outcome);
      goOffline(false);
    } finally {
      syncing.current = false;
    }
  };

  const latest = useRef({ check, sync });
  latest.current = { check, sync };
  useEffect(() => {
    // The permission for the camera, and the service worker, belong to a document that was loaded for this
    // address.
    const [loaded] = performance.getEntriesByType("navigation");
    if (loaded && new URL(loaded.name).pathname !== location.pathname) return location.reload();
    const again = () => void latest.current.sync();
    again();
    void keepPage();
    const timer = setInterval(() => {
      if (isOffline.current) again();
    }, tryAgainAfter);
    return () => {
      clearInterval(timer);
      camera.current?.stop();
    };
  }, []);

  useWindowEvent("online", () => void sync());

  /** A page that was made anew knows all that was asked before. */
  const forget = () => {
    setShown(null);
    setProblem(null);
    setCame(0);
  };
  const start = async () => {
    if (!video.current) return;
    setCameraState("starting");
    setProblem(null);
    const started = await startCamera(video.current, (code) => latest.current.check(code));
    if ("problem" in started) {
      setCameraState("off");
      return say(started.problem);
    }
    camera.current = started;
    setCameraState("on");
    // With what reads the codes, which has come now.
    void keepPage();
  };
  const stop = () => {
    camera.current?.stop();
    camera.current = undefined;
    setCameraState("off");
  };
  return { video, shown, problem, offline, waiting, synced, came, cameraState, start, stop, check, forget };
}
