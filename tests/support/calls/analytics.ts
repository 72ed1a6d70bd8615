import type { CallInput } from "contract";
import type { AnalyticsEvent, EventCode, EventData } from "contract/analytics/events";
import type { CallsOf } from "../call-rows";

let made = 0;

/** An id that looks random and that no other name gives. */
export function analyticsTestId(name: string): string {
  made += 1;
  return `${name}-${process.pid}-${made}`.padEnd(8, "-");
}

/** An event as the island sends it. */
export const usage = <Code extends EventCode>(
  code: Code,
  data: EventData<Code>,
  more: Partial<Pick<AnalyticsEvent, "userId" | "sessionId" | "anonymousId" | "time">> = {},
) =>
  ({
    time: 1_700_000_000_000,
    userId: null,
    sessionId: "session-1",
    anonymousId: "anonymous-1",
    code,
    data,
    ...more,
  }) as AnalyticsEvent;

/** A batch as it is sent over HTTP. */
export const usageBatch = (events: readonly unknown[], batchId = analyticsTestId("batch")) => ({
  header: JSON.stringify({ appId: "developer-portal", domainId: "community", batchId, sessionMode: 0 }),
  body: JSON.stringify(events),
});

/** Days of reports. */
const usageDays = { from: "2026-01-01", to: "2026-01-07" };

/** The calls of usage events in tests. */
export const calls: CallsOf<"analytics"> = {
  collectEvents: {
    who: "everyone",
    lost: "added",
    request: (): CallInput<"collectEvents"> =>
      usageBatch([usage("page_view", { page: "home", path: "/home", history: [], source: "" })]),
  },
  collectAdClicks: {
    who: "everyone",
    lost: "added",
    request: (): CallInput<"collectAdClicks"> =>
      usageBatch([usage("ad_click", { page: "home", name: "banner-1" })]),
  },
  trafficReport: {
    who: "analyst",
    own: "nobodys",
    subjectOf: ["/moderator/traffic"],
    request: (): CallInput<"trafficReport"> => ({ days: 7 }),
  },
  trafficHeatmap: {
    who: "analyst",
    own: "nobodys",
    request: (): CallInput<"trafficHeatmap"> => ({ page: "home", shell: "desktop" }),
  },
  usageReport: {
    who: "office",
    own: "nobodys",
    subjectOf: ["/moderator/numbers"],
    // Everybody with an office may ask for something; for what, the handler decides.
    request: (): CallInput<"usageReport"> => ({ of: "products", ...usageDays }),
  },
  courseNumbers: { who: "office", own: "nobodys", request: (): CallInput<"courseNumbers"> => usageDays },
  searchNumbers: { who: "analyst", own: "nobodys", request: (): CallInput<"searchNumbers"> => usageDays },
  questionNumbers: { who: "staffOrAnalyst", own: "nobodys", request: () => ({}) },
};
