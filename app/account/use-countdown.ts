import { useEffect, useState } from "react";

/**
 * Seconds until another code may be requested (spec 4, 剩余N秒), counted in the browser. Null before JavaScript; then
 * the server reports the seconds.
 * @param round a new number restarts the countdown
 */
export function useCountdown(seconds: number, round: number | null): number | null {
  const [secondsLeft, setLeft] = useState<number | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round restarts the countdown with the same seconds
  useEffect(() => {
    const end = Date.now() + seconds * 1000;
    const tick = () => setLeft(Math.max(0, Math.ceil((end - Date.now()) / 1000)));
    tick();
    const timer = setInterval(tick, 1000);
    const stop = setTimeout(() => clearInterval(timer), seconds * 1000 + 1500);
    return () => {
      clearInterval(timer);
      clearTimeout(stop);
    };
  }, [seconds, round]);
  return secondsLeft;
}

/** Whether a one-time message is still shown: for three seconds (spec 9), without JavaScript always. */
export function useShownBriefly(visible: boolean, round: number | null): boolean {
  const [over, setOver] = useState<number | null>(null);
  useEffect(() => {
    if (!visible) return;
    const timer = setTimeout(() => setOver(round), 3000);
    return () => clearTimeout(timer);
  }, [visible, round]);
  return visible && over !== round;
}
