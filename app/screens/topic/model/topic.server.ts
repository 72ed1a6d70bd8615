import { pageNumberMax } from "contract/base/constants";
import { id, page } from "contract/base/fields";
import { z } from "zod";
import { orWithout } from "~/failure/explain.server";
import { Refused } from "~/gateway-client/errors";
import { paths } from "~/navigation/paths";
import { flag, optionalId, type Parsed } from "~/request/inputs.server";
import { notFound } from "~/request/not-found.server";
import type { Scope } from "~/request/scope.server";
import { findPost, type NamedPost, type TopicDetail, toTopicDetail } from "./topic-detail";

/** The segment of a topic's address: thread-{tid}-{page}-…; what follows says nothing. */
const thread = z
  .string()
  .regex(/^thread-(\d{1,10})(?:-(\d{1,6}))?(?:[-.].*)?$/)
  .transform((segment, context) => {
    const [, number, page] = segment.split(/[-.]/);
    const tid = id.safeParse(number);
    if (tid.success) return { tid: tid.data, page: Math.max(1, Number(page) || 1) };
    context.addIssue({ code: "custom", message: "no topic has this number" });
    return z.NEVER;
  });

/** What a topic's address asks for: /hsforum/thread-{tid}-{page}-… or /postDetail?tid=. */
export const topicInputs = {
  params: z.object({ thread: thread.optional() }),
  query: z.object({
    tid: optionalId,
    page: page.optional().catch(undefined),
    pid: optionalId,
    since: optionalId,
    order: z.enum(["new", "likes"]).optional().catch(undefined),
    only: z.literal("author").optional().catch(undefined),
    floor: z.string().max(40).optional().catch(""),
    expand: optionalId,
    /** 0: the topic itself, whomever a draft answers. */
    replyTo: z
      .union([z.literal("0").transform(() => 0), id])
      .optional()
      .catch(undefined),
    remove: optionalId,
    report: optionalId,
    reported: optionalId,
    complain: optionalId,
    accept: optionalId,
    moderate: optionalId,
    history: optionalId,
    version: optionalId,
    invite: flag,
    q: z.string().max(100).optional().catch(undefined),
    accomplish: flag,
  }),
  missing: "帖子不存在或已被删除",
};

type TopicAddress = Parsed<typeof topicInputs.query, typeof topicInputs.params>;

/**
 * The topic and its page that an address names, with what it asks for besides. Not a topic's address: 404.
 */
export function topicAsked(scope: Scope, { params: { thread }, query }: TopicAddress) {
  const tid = thread ? thread.tid : query.tid;
  if (tid === undefined) return notFound(scope, topicInputs.missing);
  return { ...query, tid, page: query.page ?? thread?.page ?? 1 };
}

export type Asked = ReturnType<typeof topicAsked>;

const pages = new WeakMap<Scope, Promise<TopicDetail>>();

/** The topic's page, read once for the page and its dialog. */
export function readTopic(scope: Scope, asked: Asked): Promise<TopicDetail> {
  const page = pages.get(scope) ?? topicAt(scope, asked);
  pages.set(scope, page);
  return page;
}

/**
 * The topic's page as its address asks for it. A post that is to be answered, deleted or reported is on it,
 * however deep it lies.
 */
async function topicAt(scope: Scope, asked: Asked): Promise<TopicDetail> {
  const { tid, pid, expand, order, only, since, replyTo, remove, report, complain, accept, moderate } = asked;
  const read = async (named?: number) => {
    const topic = await scope.gateway.call("topicDetail", {
      tid,
      page: Math.min(asked.page, pageNumberMax),
      ...(named ? { pid: named } : {}),
      ...(expand ? { expand } : {}),
      ...(order ? { order } : {}),
      ...(only ? { only, ...(since ? { from: since } : {}) } : {}),
    });
    return toTopicDetail(topic);
  };
  const topic = await read(pid);
  const aimed = (replyTo || remove) ?? report ?? complain ?? accept ?? moderate;
  if (!aimed || findPost(topic, aimed)) return topic;
  // Beyond the first replies beneath its floor. One that is not there at all leaves the page as it is.
  return read(aimed).catch((error: unknown) => {
    if (error instanceof Refused) return topic;
    throw error;
  });
}

/** The post that the reply form answers; a draft's may stand on another page, or be gone. */
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
 * Remembers what of the topic its reader is shown. The page does not wait for it, and what could not
 * be remembered is new the next time; the author's floors alone say nothing of the others.
 */
export function rememberRead({ gateway }: Scope, topic: TopicDetail, { only }: Pick<Asked, "only">): void {
  const { tid, floors, replies, lastReplyAt, reading } = topic;
  const floor = Math.max(0, ...floors.map((each) => each.floor));
  if (!reading || only || floor === 0 || (!reading.stale && floor <= reading.floor)) return;
  gateway.call("markTopicRead", { tid, floor, replies, lastReplyAt }).catch(() => null);
}

/**
 * Other topics like this one, as everyone sees them. They are an extra: without them the page is still the
 * page.
 */
export async function readRelated(
  scope: Scope,
  tid: number,
): Promise<{ tid: number; title: string; replies: number; solved: boolean }[]> {
  const asked = scope.publicGateway.call("relationalTopics", { tid });
  const { topics } = await orWithout(scope, asked, { topics: [] });
  return topics.map(({ tid: other, title, replies, solved }) => ({ tid: other, title, replies, solved }));
}

/** 跳到 N 楼: leads to the floor, or to the last one. A text that is no number comes back with its problem. */
export async function jumpToFloor(
  scope: Scope,
  { tid, floor, order }: Asked,
): Promise<Response | { text: string; problem: string } | null> {
  if (floor === undefined) return null;
  const number = id.safeParse(floor.trim().normalize("NFKC"));
  if (floor.trim() === "" || !number.success) return { text: floor, problem: "请输入楼层号" };
  const topic = await scope.gateway.call("topicDetail", {
    tid,
    floor: number.data,
    ...(order ? { order } : {}),
  });
  const wanted = Math.min(number.data, topic.lastFloor);
  const pid = topic.floors.find((each) => each.floor === wanted)?.pid;
  return scope.redirect(paths.topic(tid, { page: topic.page, order, ...(pid ? { pid } : {}) }));
}
