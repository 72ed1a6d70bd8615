/** Usage events: collecting them, and reports for administrators. */
import type { analyticsCalls } from "contract/analytics/calls";
import type { HandlersOf } from "../server/context";
import { collect } from "./collect";
import { trafficHeatmap } from "./heatmap";
import { trafficReport } from "./report";

export const analyticsHandlers = {
  collectEvents: (request, context) => collect(context, request),
  collectAdClicks: (request, context) => collect(context, request),
  trafficReport: (request, context) => trafficReport(context, request),
  trafficHeatmap: (request, context) => trafficHeatmap(context, request),
} satisfies HandlersOf<typeof analyticsCalls>;
