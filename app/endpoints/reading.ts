import type { LoaderFunctionArgs } from "@remix-run/node";
import { longId } from "contract/base/fields";
import { orWithout } from "~/failure/explain.server";
import type { PressAnswer } from "~/lists/press-answer";
import { getScope } from "~/request/scope.server";
import { buttonAction } from "./button-action.server";
import { readingPress } from "./pressed/press.server";

/** The buttons that follow or mute a topic, block a person, or mark all topics as read post here. */
export const action = buttonAction({
  ...readingPress,
  name: "reading",
  json: (pressed, refusal): PressAnswer => ({
    pressed,
    message: refusal?.message ?? null,
    login: refusal?.login ?? false,
    kept: refusal?.kept ?? false,
  }),
});

/**
 * GET: how many replies a topic has now, for an open page. Null for an unknown topic and when the upstream does not
 * answer: an error status would appear in the browser's log.
 */
export async function loader({ request, context }: LoaderFunctionArgs): Promise<Response> {
  const tid = longId.safeParse(new URL(request.url).searchParams.get("tid"));
  const scope = await getScope({ request, context });
  const news = tid.success
    ? await orWithout(scope, scope.publicGateway.call("topicNews", { tid: tid.data }), null)
    : null;
  return Response.json({ news }, { headers: { "cache-control": "no-store" } });
}
