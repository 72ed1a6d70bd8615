import type { VitalName } from "contract/analytics/events";
import { onCLS, onFCP, onINP, onLCP, onTTFB } from "web-vitals";

/** Reports each web vital once, when it is final; LCP, INP and CLS when the page is hidden. */
export function reportVitals(report: (name: VitalName, value: number) => void): void {
  for (const watch of [onLCP, onINP, onCLS, onFCP, onTTFB])
    watch(({ name, value }) => report(name, Math.round(value * 10_000) / 10_000));
}
