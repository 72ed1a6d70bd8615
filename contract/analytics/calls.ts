/** Usage events (spec 7.3): collected for whoever agreed, summed by the hour, read by administrators. */
import { z } from "zod";
import { count, some } from "../base/absent";
import { defineCall } from "../base/call";
import { reportDays } from "./constants";
import { adClickBatch, collectedBatch, pageCode, vitalNames } from "./events";

/** `accepted`: events that were kept, which those of unknown pages and of staff's are not; 0 for a batch that had arrived before. */
const taken = z.object({ accepted: count });

export const analyticsCalls = {
  collectEvents: defineCall({
    group: "analytics",
    summary:
      "Takes a batch of usage events (spec 7.3, data collection); a batch that comes twice counts once.",
    method: "POST",
    path: "/gateway/rest/analytics/data-collection",
    body: "json",
    access: "visitor",
    limit: "collect",
    effect: "private",
    request: collectedBatch,
    response: taken,
  }),
  collectAdClicks: defineCall({
    group: "analytics",
    summary:
      "Takes a batch of clicks on advertising (spec 7.3, ad-click); a batch that comes twice counts once.",
    method: "POST",
    path: "/gateway/rest/analytics/ad-click",
    body: "json",
    access: "visitor",
    limit: "collect",
    effect: "private",
    request: adClickBatch,
    response: taken,
  }),
  trafficReport: defineCall({
    group: "analytics",
    summary:
      "Visits, pages, sources, advertising and vitals (75th percentile, within 5 %) of the last days, from hourly sums.",
    method: "POST",
    path: "/api/v1/moderator/traffic/report",
    body: "json",
    access: "admin",
    effect: "reads",
    replica: "everybody",
    request: z.object({ days: z.literal([...reportDays], "请选择时间范围").default(7) }),
    response: z.object({
      /** By hour for one day, else by day (Beijing time), the oldest first, also those without visits. */
      times: z.array(z.object({ time: z.string(), visits: count, views: count })),
      visits: count,
      views: count,
      /** `seconds`: how long a view lasted, on average. */
      pages: some(z.object({ page: z.string(), views: count, clicks: count, seconds: count })),
      /** `source`: a host, empty for none, `*` for those beyond the first hundred of an hour. */
      sources: some(z.object({ source: z.string(), visits: count })),
      advertising: some(z.object({ name: z.string(), seen: count, clicks: count })),
      /** `p75` in milliseconds; of CLS, which has no unit, in thousandths. */
      vitals: some(z.object({ name: z.enum(vitalNames), p75: z.number(), reports: count })),
    }),
  }),
  trafficHeatmap: defineCall({
    group: "analytics",
    summary: "Where one page was clicked on in the last 30 days, in one shell.",
    method: "POST",
    path: "/api/v1/moderator/traffic/heatmap",
    body: "json",
    access: "admin",
    effect: "reads",
    replica: "everybody",
    request: z.object({ page: pageCode, shell: z.enum(["desktop", "h5"], "请选择界面").default("desktop") }),
    response: z.object({
      clicks: count,
      /** Pixels: the page as it was last reported; 0 where it never was. */
      width: count,
      height: count,
      /** `x` in thousandths of the width, `y` in pixels, both of the middle of a field; the most clicked first. */
      spots: z.array(z.object({ x: z.number(), y: z.number(), clicks: count, text: z.string().default("") })),
    }),
  }),
};
