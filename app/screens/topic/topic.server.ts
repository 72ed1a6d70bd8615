import { randomBytes } from "node:crypto";
import type { CallResponse } from "contract";
import { id, page } from "contract/fields";
import { pageNumberMax } from "contract/limits";
import { z } from "zod/v4";
import type { Scope } from "~/context.server";
import { Refused } from "~/gateway-client/errors";
import { notFound } from "~/routing/screen.server";

export type TopicDetail = CallResponse<"topicDetail">;

/** A new id for a form that must not be accepted twice. */
export const newSubmissionId = () => randomBytes(12).toString("base64url");

const number = id.optional().catch(undefined);
const query = z.object({ page: page.optional().catch(undefined), pid: number, expand: number, replyTo: number, remove: number });

/** What a topic's address asks for: /hsforum/thread-{tid}-{page}-… or /postDetail?tid=. Not a topic's address: 404. */
export function readTopicAddress(scope: Scope, url: URL, thread: string | undefined) {
  const search = Object.fromEntries(
    ["page", "pid", "expand", "replyTo", "remove"].map((name) => [name, url.searchParams.get(name) ?? undefined]),
  );
  const asked = query.parse(search);
  const match = thread === undefined ? null : /^thread-(\d{1,10})(?:-(\d{1,6}))?(?:[-.].*)?$/.exec(thread);
  const tid = id.safeParse(thread === undefined ? url.searchParams.get("tid") : match?.[1]);
  if (!tid.success) return notFound(scope, "帖子不存在或已被删除");
  return { ...asked, tid: tid.data, page: asked.page ?? Math.max(1, Number(match?.[2] ?? 1)) };
}

/** The topic's page as its address asks for it. A reply that is to be answered or deleted is on it, however deep it lies. */
export async function readTopic(scope: Scope, asked: ReturnType<typeof readTopicAddress>): Promise<TopicDetail> {
  const { tid, pid, expand, replyTo, remove } = asked;
  const read = (named?: number) =>
    scope.gateway.call("topicDetail", {
      tid,
      page: Math.min(asked.page, pageNumberMax),
      ...(named ? { pid: named } : {}),
      ...(expand ? { expand } : {}),
    });
  const topic = await read(pid);
  const aimed = replyTo ?? remove;
  if (!aimed || findPost(topic, aimed)) return topic;
  // Beyond the first replies beneath its floor. One that is not there at all leaves the page as it is.
  return read(aimed).catch((error: unknown) => {
    if (error instanceof Refused) return topic;
    throw error;
  });
}

/** Finds a post on the page that is shown, as the reply form and the delete dialog name it. */
export function findPost(topic: TopicDetail, pid: number | undefined) {
  if (!pid) return null;
  for (const floor of topic.floors) {
    if (floor.pid === pid) return { ...floor, name: floor.floor === 1 ? "主帖" : `${floor.floor} 楼` };
    const depth = floor.depthPosts.find((post) => post.pid === pid);
    if (depth) return { ...depth, name: `${floor.floor} 楼下的回复` };
  }
  return null;
}
