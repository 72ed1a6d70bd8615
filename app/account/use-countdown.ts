import { useEffect, useState } from "react";

/**
 * Seconds until another code may be sent (spec 4, 剩余N秒), counted in the browser; null before scripts run,
 * where the server says it instead.
 * @param round a new number starts the countdown anew
 */
export function useCountdown(seconds: number, round: number | null): number | null {
  const [secondsLeft, setLeft] = useState<number | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same number of seconds for another code is another countdown
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

/**
 * Whether something that is said once is still shown: three seconds (spec 9), for good where no scripts run.
 */
export function useShownBriefly(shown: boolean, round: number | null): boolean {
  const [over, setOver] = useState<number | null>(null);
  useEffect(() => {
    if (!shown) return;
    const timer = setTimeout(() => setOver(round), 3000);
    return () => clearTimeout(timer);
  }, [shown, round]);
  return shown && over !== round;
}
