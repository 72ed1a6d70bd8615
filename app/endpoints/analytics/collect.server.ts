import type { ActionFunctionArgs } from "@remix-run/node";
import { batchBytesMax } from "contract/analytics/numbers";
import { refusesAnalytics } from "~/cookies/refuses-analytics.server";
import { explain } from "~/failure/explain.server";
import { getScope } from "~/request/scope.server";
import { assertSameOrigin } from "~/request/submit.server";
import type { AnalyticsSettings } from "~/settings/analytics-settings";

/** The two strings of a batch; the gateway checks their content. */
function readBatch(text: string): { header: string; body: string } | null {
  try {
    const { header, body } = JSON.parse(text) as Record<string, unknown>;
    return typeof header === "string" && typeof body === "string" ? { header, body } : null;
  } catch {
    return null;
  }
}

/** Whether a batch comes from this site's own application. */
function isOurs(header: string, settings: AnalyticsSettings | null): boolean {
  try {
    const { appId, domainId } = JSON.parse(header) as Record<string, unknown>;
    return appId === settings?.appId && domainId === settings?.domainId;
  } catch {
    return false;
  }
}

/** The body as text; null when it has more than 256 KiB, whatever content-length it declares. */
async function readText(request: Request): Promise<string | null> {
  if (Number(request.headers.get("content-length") ?? 0) > batchBytesMax) return null;
  const bytes = await request.arrayBuffer();
  return bytes.byteLength > batchBytesMax ? null : new TextDecoder().decode(bytes);
}

/**
 * The action that the analytics island posts to (spec 7.3). It answers 204, also when it discards events because the
 * browser objects or is a robot's, else the status of the error. The island ignores the answer.
 */
export const collectAction =
  (call: "collectEvents" | "collectAdClicks") =>
  async ({ request, context }: ActionFunctionArgs): Promise<Response> => {
    const scope = await getScope({ request, context });
    assertSameOrigin(scope, request);
    const answer = (status: number) =>
      new Response(null, { status, headers: { "cache-control": "no-store" } });
    const text = await readText(request);
    if (text === null) return answer(413);
    const batch = readBatch(text);
    if (!batch) return answer(400);
    if (refusesAnalytics(request)) return answer(204);
    if (!isOurs(batch.header, scope.settings.analytics)) return answer(400);
    try {
      await scope.gateway.call(call, batch);
      return answer(204);
    } catch (error) {
      const { status } = explain(scope, error);
      return answer([400, 429].includes(status) ? status : 503);
    }
  };
