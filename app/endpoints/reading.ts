import type { LoaderFunctionArgs } from "@remix-run/node";
import { id } from "contract/base/fields";
import type { TopicLevel } from "contract/forum/reading/calls";
import { z } from "zod/v4";
import { orWithout } from "~/failure/explain.server";
import type { PressAnswer } from "~/lists/press-answer";
import { getScope, type Scope } from "~/request/scope.server";
import { buttonAction } from "./button-action.server";

const schema = z.union([
  z.object({ intent: z.literal("readAll"), target: id.optional() }),
  z.object({
    intent: z.enum(["followTopic", "unfollowTopic", "muteTopic", "unmuteTopic", "block", "unblock"]),
    target: id,
  }),
]);

const levels: Partial<Record<string, TopicLevel>> = { followTopic: "follow", muteTopic: "mute" };

async function press(
  { gateway, session }: Scope,
  { intent, target }: z.output<typeof schema>,
): Promise<boolean> {
  if (intent === "readAll") {
    await gateway.call("readAllTopics", target === undefined ? {} : { fid: target });
    session.flash("notice", target === undefined ? "已全部标为已读" : "本版已全部标为已读");
    return true;
  }
  if (intent === "block") return (await gateway.call("blockUser", { uid: target })).blocked;
  if (intent === "unblock") return (await gateway.call("unblockUser", { uid: target })).blocked;
  const { level } = await gateway.call("setTopicLevel", { tid: target, level: levels[intent] ?? "default" });
  return level !== "default";
}

/** What the buttons post to that follow or mute a topic, block a person or mark all read (decisions 141 and 142). */
export const action = buttonAction({
  read: (form) => schema.safeParse(Object.fromEntries(form)).data ?? null,
  run: press,
  json: (pressed, refusal): PressAnswer => ({
    pressed,
    message: refusal?.message ?? null,
    login: refusal?.login ?? false,
  }),
});

/**
 * GET: how many replies a topic has by now, for a page that stands open; null where it is not there, or nobody says,
 * which is no failure that a browser would log.
 */
export async function loader({ request, context }: LoaderFunctionArgs): Promise<Response> {
  const tid = id.safeParse(new URL(request.url).searchParams.get("tid"));
  const scope = await getScope({ request, context });
  const news = tid.success
    ? await orWithout(scope, scope.publicGateway.call("topicNews", { tid: tid.data }), null)
    : null;
  return Response.json({ news }, { headers: { "cache-control": "no-store" } });
}
