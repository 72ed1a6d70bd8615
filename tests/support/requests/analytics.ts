import type { CallInput } from "contract";
import type { AnalyticsEvent, EventCode, EventData } from "contract/analytics/events";

let made = 0;
/** A random-looking id that no other has. */
export function analyticsTestId(name: string): string {
  made += 1;
  return `${name}-${process.pid}-${made}`.padEnd(8, "-");
}

/** An event as the island makes it. */
export const usage = <Code extends EventCode>(
  code: Code,
  data: EventData<Code>,
  more: Partial<Pick<AnalyticsEvent, "userId" | "sessionId" | "time">> = {},
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

/** A batch as it travels. */
export const usageBatch = (events: readonly unknown[], batchId = analyticsTestId("batch")) => ({
  header: JSON.stringify({ appId: "developer-portal", domainId: "community", batchId, sessionMode: 0 }),
  body: JSON.stringify(events),
});

export const analyticsRequests = {
  collectEvents: (): CallInput<"collectEvents"> =>
    usageBatch([usage("page_view", { page: "home", path: "/home", history: [], source: "" })]),
  collectAdClicks: (): CallInput<"collectAdClicks"> =>
    usageBatch([usage("ad_click", { page: "home", name: "banner-1" })]),
  trafficReport: (): CallInput<"trafficReport"> => ({ days: 7 }),
  trafficHeatmap: (): CallInput<"trafficHeatmap"> => ({ page: "home", shell: "desktop" }),
};
