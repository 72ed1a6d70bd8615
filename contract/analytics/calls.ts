/** Usage events (spec 7.3): collected from visitors who agreed, summed by the hour, read by administrators. */
import { z } from "zod";
import { count, some } from "../base/absent";
import { defineCall } from "../base/call";
import { reportDays } from "./constants";
import { adClickBatch, collectedBatch, pageCode, vitalNames } from "./events";
import { usageCalls } from "./usage";

/**
 * `accepted`: the number of stored events. Events of unknown pages and of staff are not stored. 0 for a batch
 * received before.
 */
const batchResponse = z.object({ accepted: count });

export const analyticsCalls = {
  collectEvents: defineCall({
    group: "analytics",
    summary:
      "Stores a batch of usage events (spec 7.3, data collection); a batch received twice counts once.",
    method: "POST",
    path: "/gateway/rest/analytics/data-collection",
    body: "json",
    access: "visitor",
    limit: "collect",
    effect: "private",
    request: collectedBatch,
    response: batchResponse,
  }),
  collectAdClicks: defineCall({
    group: "analytics",
    summary:
      "Stores a batch of clicks on advertisements (spec 7.3, ad-click); a batch received twice counts once.",
    method: "POST",
    path: "/gateway/rest/analytics/ad-click",
    body: "json",
    access: "visitor",
    limit: "collect",
    effect: "private",
    request: adClickBatch,
    response: batchResponse,
  }),
  trafficReport: defineCall({
    group: "analytics",
    summary:
      "Visits, pages, sources, advertisements and web vitals (75th percentile, within 5 %) of the last days, from hourly sums.",
    method: "POST",
    path: "/api/v1/moderator/traffic/report",
    body: "json",
    access: "analyst",
    effect: "reads",
    seenAs: "shown",
    replica: "everybody",
    request: z.object({ days: z.literal([...reportDays], "请选择时间范围").default(7) }),
    response: z.object({
      /** By hour for one day, otherwise by day (Beijing time), oldest first; includes times without visits. */
      times: z.array(z.object({ time: z.string(), visits: count, views: count })),
      visits: count,
      views: count,
      /** `seconds`: the average duration of a view. */
      pages: some(z.object({ page: z.string(), views: count, clicks: count, seconds: count })),
      /** `source`: a host; empty for none, `*` for hosts after the first hundred of an hour. */
      sources: some(z.object({ source: z.string(), visits: count })),
      advertising: some(z.object({ name: z.string(), seen: count, clicks: count })),
      /** `p75` in milliseconds; for CLS, which has no unit, in thousandths. */
      vitals: some(z.object({ name: z.enum(vitalNames), p75: z.number(), reports: count })),
    }),
  }),
  trafficHeatmap: defineCall({
    group: "analytics",
    summary: "The positions of clicks on one page in the last 30 days, in one shell.",
    method: "POST",
    path: "/api/v1/moderator/traffic/heatmap",
    body: "json",
    access: "analyst",
    effect: "reads",
    seenAs: "shown",
    replica: "everybody",
    request: z.object({ page: pageCode, shell: z.enum(["desktop", "h5"], "请选择界面").default("desktop") }),
    response: z.object({
      clicks: count,
      /** The page's last reported size in pixels; 0 without a report. */
      width: count,
      height: count,
      /** `x` in thousandths of the width, `y` in pixels, both at the centre of a grid cell; the most clicked first. */
      spots: z.array(z.object({ x: z.number(), y: z.number(), clicks: count, text: z.string().default("") })),
    }),
  }),
  ...usageCalls,
};
