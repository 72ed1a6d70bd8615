import type { CallRequest, CallResponse } from "contract";
import { shortKeep } from "contract/base/keep-for";
import type { DepthPost } from "contract/forum/shapes";
import { and, eq, inArray, sql } from "drizzle-orm";
import type { Database } from "../../database/open";
import { likes, sections, topics, uploads } from "../../database/schema";
import { moderates } from "../../server/access";
import { answersOf, keep } from "../../server/answers";
import type { CallContext } from "../../server/context";
import { found } from "../../server/refusal";
import { checkView, type Entitling, mayIn } from "../../server/rights";
import { authorsRights, viewerOf } from "./floors";
import { blockedAmong, readTopicPage } from "./read-topic-page";
import { muteOf, relationColumns, replyRefusal } from "./show-topic";
import { withoutImages } from "./without-images";

type Detail = CallResponse<"topicDetail">;
type Request = CallRequest<"topicDetail">;

/**
 * A topic's page as every visitor sees it. It is valid while the topic has this version; names, cards and views may
 * be some seconds old.
 */
interface SharedPage {
  page: Detail;
  version: number;
  withheldFrom: number[];
  /** The posts on it, by pid. */
  pids: number[];
}

const postsOf = ({ floors, answer }: Detail) => [
  ...floors.flatMap((floor) => [floor, ...floor.depthPosts]),
  ...(answer ? [answer] : []),
];
const sizeOf = ({ page }: SharedPage) =>
  postsOf(page).reduce((sum, { html }) => sum + html.length + 1_000, 10_000);

const keyOf = (request: Request) => ["page of a topic", request] as const;

/** Reads the page for visitors, once for all requests of this version. */
function loadPage(version: number, request: Request, context: CallContext): Promise<SharedPage> {
  const keeping = { seconds: shortKeep.seconds, version, sizeOf };
  return keep(context, keyOf(request), keeping, async () => {
    const visitor = { ...context.caller, account: null, fids: [], grants: [], session: null };
    const read = await readTopicPage(request, { ...context, caller: visitor });
    return { ...read, pids: [...new Set(postsOf(read.page).map(({ pid }) => pid))] };
  });
}

/** The topic's version, and the caller's relation to it and to these posts, in one query. */
async function readOwn({ database, ...context }: CallContext, tid: number, pids: number[]) {
  const viewer = viewerOf({ database, ...context });
  const liked =
    viewer && pids.length > 0
      ? sql<number[]>`array(select ${likes.postId} from ${likes} where ${likes.accountId} = ${viewer.id}
          and ${likes.postId} = any(${sql.param(pids)}::bigint[]))`
      : sql<number[]>`'{}'::int[]`;
  const { version, sectionId, listed } = topics;
  const [row] = await database
    .select({
      version,
      sectionId,
      listed,
      postingClosed: sections.postingClosed,
      rights: sections.rights,
      sectionName: sections.name,
      ...relationColumns(viewer),
      liked,
    })
    .from(topics)
    .innerJoin(sections, eq(sections.id, topics.sectionId))
    .where(and(eq(topics.id, tid), eq(sections.closed, false)))
    .limit(1);
  const own = found(row, "TOPIC_NOT_FOUND");
  checkView(context.caller, { id: own.sectionId, rights: own.rights }, "TOPIC_NOT_FOUND");
  return own;
}

/** The shared page with the caller's likes and rights. */
async function asSeenBy(
  context: CallContext,
  page: Detail,
  own: Awaited<ReturnType<typeof readOwn>>,
): Promise<Detail> {
  const viewer = viewerOf(context);
  const liked = new Set(own.liked);
  const ownPost = <Post extends Omit<DepthPost, "replyTo">>(post: Post): Post => ({
    ...post,
    liked: liked.has(post.pid),
    ...authorsRights(viewer, post.state, post.author.uid),
  });
  const refusal = replyRefusal(context, {
    closed: page.closed,
    listed: page.state === "listed",
    postingClosed: own.postingClosed,
    section: { id: own.sectionId, rights: own.rights },
  });
  return {
    ...page,
    floors: page.floors.map((floor) => ({ ...ownPost(floor), depthPosts: floor.depthPosts.map(ownPost) })),
    favorited: own.favorited,
    authorFollowed: own.authorFollowed,
    reading: own.reading,
    blocked: blockedAmong(own.blocked, page),
    canReply: refusal === null,
    postingClosed: own.postingClosed,
    replyRefusal: refusal,
    ...(await muteOf(context)),
  };
}

/** The page for a caller who may not see pictures in its section. */
const withoutPictures = (page: Detail): Detail => ({
  ...page,
  floors: page.floors.map((floor) => ({
    ...withoutImages(floor),
    depthPosts: floor.depthPosts.map(withoutImages),
  })),
  answer: page.answer && withoutImages(page.answer),
});

/** The page with the present numbers of downloads, so that a new download is visible at once. */
async function withDownloads(database: Database, page: Detail): Promise<Detail> {
  const ids = Object.values(page.attachments).flatMap((attachments) => attachments.map(({ id }) => id));
  if (ids.length === 0) return page;
  const { id, downloads } = uploads;
  const rows = await database.select({ id, downloads }).from(uploads).where(inArray(id, ids));
  const counts = new Map(rows.map((row) => [row.id, row.downloads]));
  const attachments = Object.entries(page.attachments).map(([pid, each]) => [
    pid,
    each.map((attachment) => ({ ...attachment, downloads: counts.get(attachment.id) ?? 0 })),
  ]);
  return { ...page, attachments: Object.fromEntries(attachments) };
}

/**
 * A page of a topic. The cache keeps the page of visitors by the topic's version; for a caller who sees more (a
 * moderator, or the author of a withheld text) the page is read anew.
 */
export async function topicDetail(request: Request, context: CallContext): Promise<Detail> {
  const { page, section } = await pageFor(request, context);
  return mayIn(context.caller, section, "viewImage") ? page : withoutPictures(page);
}

async function pageFor(
  request: Request,
  context: CallContext,
): Promise<{ page: Detail; section: Entitling }> {
  const { database, caller } = context;
  const cachedPage = answersOf(database).last<SharedPage>(keyOf(request));
  const own = await readOwn(context, request.tid, cachedPage?.pids ?? []);
  const section = { id: own.sectionId, rights: own.rights };
  const alone = async () => ({ page: (await readTopicPage(request, context)).page, section });
  // Shared pages contain no text that only some people may see.
  const isOpen = (own.rights.view ?? "everyone") === "everyone";
  if (!own.listed || !isOpen || moderates(context, own.sectionId)) return alone();
  const shared = await loadPage(own.version, request, context);
  // The kept page may have the name that the section had when it was made.
  const named = { ...shared.page, section: { ...shared.page.section, name: own.sectionName } };
  const page = await withDownloads(database, named);
  if (!caller.account) return { page, section };
  if (shared.withheldFrom.includes(caller.account.id)) return alone();
  const samePosts = cachedPage && shared.pids.every((pid) => cachedPage.pids.includes(pid));
  const ownState = samePosts ? own : await readOwn(context, request.tid, shared.pids);
  return { page: await asSeenBy(context, page, ownState), section };
}
