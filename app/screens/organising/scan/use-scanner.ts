import { useWindowEvent } from "@mantine/hooks";
import type { CheckIn } from "contract/activities/shapes";
import { useEffect, useRef, useState } from "react";
import { type Camera, startCamera } from "~/check-in/camera";
import { lettersIn, verifyCode } from "~/check-in/code";
import { keepPage } from "~/check-in/keep-page";
import { forgetScans, keepScan, scansOf } from "~/check-in/kept-scans";
import { askCheckIn, isPortalReachable, newNonce, sendScans } from "~/check-in/link";
import type { CodeKey } from "~/check-in/wire";

/** The interval of retries while offline, in milliseconds. */
const retryInterval = 4_000;

export interface ScanResult {
  checkIn: CheckIn;
  note?: string | undefined;
  /** Differs from the number of an equal result before it, so that screen readers announce both. */
  number: number;
}

export interface Synced {
  passed: number;
  /** Scans of people who were checked in already, on another device or before. */
  duplicates: number;
  /** People who were admitted offline but should not have been. */
  others: CheckIn[];
}

const nobody = { signupId: null, name: "", category: "", at: null, by: "" };
const offlineNote = "离线核对：签名有效，联网后同步";

/**
 * The scanner in the browser. It asks the portal for each code. After 2 s without an answer it goes offline: it checks
 * signatures itself, stores the scans on the device and sends them when the network is back.
 */
export function useScanner(activityId: number, keys: readonly CodeKey[]) {
  const video = useRef<HTMLVideoElement>(null);
  const camera = useRef<Camera>();
  const [result, setResult] = useState<ScanResult | null>(null);
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
    setResult({ checkIn, note, number: number.current });
    navigator.vibrate?.(checkIn.answer === "passed" ? 80 : [80, 80, 80]);
  };
  const say = (message: string) => {
    setResult(null);
    setProblem(message);
  };
  const count = async () => {
    const stored = await scansOf(activityId).catch(() => []);
    setWaiting(stored.length);
    return stored;
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
    return show({ ...nobody, answer: "passed", signupId: null }, offlineNote);
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
      let scans = await count();
      if (scans.length === 0) {
        if (isOffline.current && (await isPortalReachable())) goOffline(false);
        return;
      }
      const outcome: Synced = { passed: 0, duplicates: 0, others: [] };
      while (scans.length > 0) {
        const answer = await sendScans(activityId, scans);
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
        scans = await count();
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
    // The camera permission and the service worker apply only to a document that was loaded at this address.
    const [loaded] = performance.getEntriesByType("navigation");
    if (loaded && new URL(loaded.name).pathname !== location.pathname) return location.reload();
    const again = () => void latest.current.sync();
    again();
    void keepPage();
    const timer = setInterval(() => {
      if (isOffline.current) again();
    }, retryInterval);
    return () => {
      clearInterval(timer);
      camera.current?.stop();
    };
  }, []);

  useWindowEvent("online", () => void sync());

  /** A newly rendered page includes all earlier check-ins, so the counts of this page start again. */
  const forget = () => {
    setResult(null);
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
    // Stores the page again, now with the code reader that has just loaded.
    void keepPage();
  };
  const stop = () => {
    camera.current?.stop();
    camera.current = undefined;
    setCameraState("off");
  };
  return { video, result, problem, offline, waiting, synced, came, cameraState, start, stop, check, forget };
}
