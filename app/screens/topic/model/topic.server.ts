import { pageNumberMax } from "contract/base/constants";
import { id, longId, page } from "contract/base/fields";
import { z } from "zod";
import { orWithout } from "~/failure/explain.server";
import { Refused } from "~/gateway-client/errors";
import { paths } from "~/navigation/paths";
import { flag, optionalLongId, type Parsed } from "~/request/inputs.server";
import { notFound } from "~/request/not-found.server";
import type { Scope } from "~/request/scope.server";
import { findPost, type NamedPost, type TopicDetail, toTopicDetail } from "./topic-detail";

/** The segment of a topic's address, thread-{tid}-{page}-…; the rest of the segment is ignored. */
const thread = z
  .string()
  .regex(/^thread-(\d{1,15})(?:-(\d{1,6}))?(?:[-.].*)?$/)
  .transform((segment, context) => {
    const [, number, page] = segment.split(/[-.]/);
    const tid = longId.safeParse(number);
    if (tid.success) return { tid: tid.data, page: Math.max(1, Number(page) || 1) };
    context.addIssue({ code: "custom", message: "no topic has this number" });
    return z.NEVER;
  });

/** The inputs of a topic's address: /hsforum/thread-{tid}-{page}-… or /postDetail?tid=. */
export const topicInputs = {
  params: z.object({ thread: thread.optional() }),
  query: z.object({
    tid: optionalLongId,
    page: page.optional().catch(undefined),
    pid: optionalLongId,
    since: optionalLongId,
    order: z.enum(["new", "likes"]).optional().catch(undefined),
    only: z.literal("author").optional().catch(undefined),
    floor: z.string().max(40).optional().catch(""),
    expand: optionalLongId,
    /** 0 answers the topic itself, also when the draft answers a post. */
    replyTo: z
      .union([z.literal("0").transform(() => 0), longId])
      .optional()
      .catch(undefined),
    remove: optionalLongId,
    report: optionalLongId,
    reported: optionalLongId,
    complain: optionalLongId,
    accept: optionalLongId,
    moderate: optionalLongId,
    history: optionalLongId,
    version: optionalLongId,
    invite: flag,
    q: z.string().max(100).optional().catch(undefined),
    accomplish: flag,
  }),
  missing: "帖子不存在或已被删除",
};

type TopicAddress = Parsed<typeof topicInputs.query, typeof topicInputs.params>;

/** The topic, page and queries that an address names. Throws a 404 for an address without a topic. */
export function topicRequest(scope: Scope, { params: { thread }, query }: TopicAddress) {
  const tid = thread ? thread.tid : query.tid;
  if (tid === undefined) return notFound(scope, topicInputs.missing);
  return { ...query, tid, page: query.page ?? thread?.page ?? 1 };
}

export type TopicRequest = ReturnType<typeof topicRequest>;

const pages = new WeakMap<Scope, Promise<TopicDetail>>();

/** The topic's page, loaded once for the page and its dialog. */
export function readTopic(scope: Scope, request: TopicRequest): Promise<TopicDetail> {
  const page = pages.get(scope) ?? topicAt(scope, request);
  pages.set(scope, page);
  return page;
}

/**
 * Loads the topic's page. It contains the post that is to be answered, deleted or reported, however deep that post is.
 */
async function topicAt(scope: Scope, request: TopicRequest): Promise<TopicDetail> {
  const { tid, pid, expand, order, only, since, replyTo, remove, report, complain, accept, moderate } =
    request;
  const read = async (post?: number) => {
    const topic = await scope.gateway.call("topicDetail", {
      tid,
      page: Math.min(request.page, pageNumberMax),
      ...(post ? { pid: post } : {}),
      ...(expand ? { expand } : {}),
      ...(order ? { order } : {}),
      ...(only ? { only, ...(since ? { from: since } : {}) } : {}),
    });
    return toTopicDetail(topic);
  };
  const topic = await read(pid).catch((error: unknown) => elsewhere(scope, request, error));
  const target = (replyTo || remove) ?? report ?? complain ?? accept ?? moderate;
  if (!target || findPost(topic, target)) return topic;
  // The post is beyond the first replies below its floor. If it does not exist, the page stays as it is.
  return read(target).catch((error: unknown) => {
    if (error instanceof Refused) return topic;
    throw error;
  });
}

/** Redirects to the topic to which moderators moved the post, or the text, of this address. Throws the error otherwise. */
async function elsewhere(scope: Scope, { tid, pid }: TopicRequest, error: unknown): Promise<never> {
  if (!(error instanceof Refused) || error.status !== 404) throw error;
  const { place } = await scope.gateway
    .call("movedPost", { tid, ...(pid ? { pid } : {}) })
    .catch(() => ({ place: null }));
  if (!place) throw error;
  throw await scope.redirect(paths.topic(place.tid, { pid: place.pid, seek: true }));
}

/** The post that the reply form answers. A draft may answer a post on another page, or one that is deleted. */
export async function findAnswered(
  scope: Scope,
  topic: TopicDetail,
  pid: number | undefined,
): Promise<NamedPost | null> {
  if (!pid || !(await scope.signedIn())) return null;
  const here = findPost(topic, pid);
  if (here) return here;
  const { tid } = topic;
  const there = await orWithout(scope, scope.gateway.call("topicDetail", { tid, pid }), null).catch(
    () => null,
  );
  return there && findPost(toTopicDetail(there), pid);
}

/**
 * Saves which floors the reader has seen. The page does not wait for it; a failed save only shows these floors as new
 * next time. A page of the author's floors alone saves nothing, because the reader skipped the others.
 */
export function rememberRead(
  { gateway }: Scope,
  topic: TopicDetail,
  { only }: Pick<TopicRequest, "only">,
): void {
  const { tid, floors, replies, lastReplyAt, reading } = topic;
  const floor = Math.max(0, ...floors.map((each) => each.floor));
  if (!reading || only || floor === 0 || (!reading.stale && floor <= reading.floor)) return;
  gateway.call("markTopicRead", { tid, floor, replies, lastReplyAt }).catch(() => null);
}

/** Related topics, as everybody sees them. If the call fails, the page is shown without them. */
export async function readRelated(
  scope: Scope,
  tid: number,
): Promise<{ tid: number; title: string; replies: number; solved: boolean }[]> {
  const related = scope.publicGateway.call("relationalTopics", { tid });
  const { topics } = await orWithout(scope, related, { topics: [] });
  return topics.map(({ tid: other, title, replies, solved }) => ({ tid: other, title, replies, solved }));
}

/** 跳到 N 楼: redirects to the floor, or to the last one. Returns a text that is not a number with its message. */
export async function jumpToFloor(
  scope: Scope,
  { tid, floor, order }: TopicRequest,
): Promise<Response | { text: string; problem: string } | null> {
  if (floor === undefined) return null;
  const number = id.safeParse(floor.trim().normalize("NFKC"));
  if (floor.trim() === "" || !number.success) return { text: floor, problem: "请输入楼层号" };
  const topic = await scope.gateway.call("topicDetail", {
    tid,
    floor: number.data,
    ...(order ? { order } : {}),
  });
  const target = Math.min(number.data, topic.lastFloor);
  const pid = topic.floors.find((each) => each.floor === target)?.pid;
  return scope.redirect(paths.topic(tid, { page: topic.page, order, ...(pid ? { pid } : {}) }));
}
