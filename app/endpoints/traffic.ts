import type { ActionFunctionArgs } from "@remix-run/node";
import { accessSourceMax, visitorIdMax } from "contract/account/constants";
import { numeric } from "contract/base/fields";
import { z } from "zod";
import { explain } from "~/failure/explain.server";
import { getScope } from "~/request/scope.server";
import { assertSameOrigin } from "~/request/submit.server";
import { sendAccessRecord } from "~/session/access-record.server";
import { nothingToRead } from "./button-action.server";

/** A record has four short fields. */
const bodyMaximum = 4 * 1024;

const schema = z.object({
  visitorId: z
    .string()
    .regex(/^[\w-]+$/)
    .max(visitorIdMax),
  // HTML escaping turns one character into up to six.
  accessSource: z.string().max(accessSourceMax * 6),
  accessTime: z.string().regex(/^\d{4}-\d{1,2}-\d{1,2} \d{1,2}:\d{1,2}:\d{1,2}$/),
  unlogincount: numeric(z.number().int().min(0).max(1_000_000)).optional(),
});

/**
 * The action that the traffic island posts to (spec 4, traffic record). It answers 204, or the status of the error.
 * The island ignores the answer.
 */
export async function action({ request, context }: ActionFunctionArgs): Promise<Response> {
  const scope = await getScope({ request, context });
  assertSameOrigin(scope, request);
  const answer = (status: number) => new Response(null, { status, headers: { "cache-control": "no-store" } });
  if (Number(request.headers.get("content-length") ?? 0) > bodyMaximum) return answer(413);
  const record = schema.safeParse(Object.fromEntries(new URLSearchParams(await request.text())));
  if (!record.success) return answer(400);
  try {
    await sendAccessRecord(scope, record.data);
    return answer(204);
  } catch (error) {
    return answer(explain(scope, error).status === 429 ? 429 : 503);
  }
}

export const loader = nothingToRead;
