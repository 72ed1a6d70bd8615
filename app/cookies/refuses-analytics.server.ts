import { isRobot } from "~/settings/user-agent";
import { readPreferences } from "./preferences.server";

/**
 * Whether nothing of a request may be counted: the browser asks not to be tracked, the visitor turned statistics off or
 * did not agree to the cookie policy, or it is a robot.
 */
export function refusesAnalytics(request: Request): boolean {
  const { cookiePolicyAgreed, analyticsOff } = readPreferences(request);
  const refusesTracking = ["dnt", "sec-gpc"].some((name) => request.headers.get(name) === "1");
  return !cookiePolicyAgreed || analyticsOff || refusesTracking || isRobot(request.headers);
}
