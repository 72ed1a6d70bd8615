/** Usage events: collecting them, and reports for administrators. */
import type { analyticsCalls } from "contract/analytics/calls";
import type { HandlersOf } from "../server/context";
import { collect } from "./collect";
import { trafficHeatmap } from "./heatmap";
import { courseNumbers } from "./numbers/courses";
import { questionNumbers } from "./numbers/questions";
import { searchNumbers, usageReport } from "./numbers/report";
import { trafficReport } from "./report";

export const analyticsHandlers = {
  collectEvents: (request, context) => collect(context, request),
  collectAdClicks: (request, context) => collect(context, request),
  trafficReport: (request, context) => trafficReport(context, request),
  trafficHeatmap: (request, context) => trafficHeatmap(context, request),
  usageReport: (request, context) => usageReport(context, request),
  courseNumbers: (request, context) => courseNumbers(context, request),
  searchNumbers: (request, context) => searchNumbers(context, request),
  questionNumbers: (_request, context) => questionNumbers(context),
} satisfies HandlersOf<typeof analyticsCalls>;
