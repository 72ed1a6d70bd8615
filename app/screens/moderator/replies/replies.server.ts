import { longId } from "contract/base/fields";
import { excerpt } from "contract/base/plain-text";
import { z } from "zod";
import { Refused } from "~/gateway-client/errors";
import { afterBatch } from "~/moderation/batch-notice";
import { paths } from "~/navigation/paths";
import { askFirst } from "~/request/ask-first.server";
import { pageNumber } from "~/request/inputs.server";
import { type ActionTools, submitted, undecided } from "~/request/intents.server";
import type { Scope } from "~/request/scope.server";
import { screenAction } from "~/request/screen.server";
import { mergeForm, moveForm, splitForm } from "./replies.schema";

export const repliesQuery = z.object({ tid: longId, page: pageNumber });

const excerptLength = 120;

/** The topic, and the replies of one of its pages that can be moved. */
export async function readReplies(scope: Scope, { tid, page }: z.output<typeof repliesQuery>) {
  const topic = await scope.gateway.call("topicDetail", { tid, page });
  const { title, section, pages, moderated, replies, floors } = topic;
  return {
    tid,
    title,
    section,
    pages,
    moderated,
    replies,
    page: topic.page,
    floors: floors
      .filter(({ floor, state }) => floor > 1 && state === "listed")
      .map(({ pid, floor, author, createdAt, html, accepted, depthTotal }) => ({
        pid,
        floor,
        createdAt,
        accepted,
        depthTotal,
        author: author.nickName,
        excerpt: excerpt(html, excerptLength),
      })),
  };
}

type Tools = ActionTools<typeof repliesQuery>;

/** The page that the replies have left: their floors lead to the other topic, also after an undo there. */
const backOf = ({ query: { tid, page } }: Tools) => paths.topic(tid, { page });

/** What every question says of the chosen replies. */
async function aboutReplies(tools: Tools, posts: number[]): Promise<string[]> {
  const { floors } = await readReplies(tools.scope, tools.query);
  const chosen = floors.filter(({ pid }) => posts.includes(pid));
  const beneath = chosen.reduce((sum, { depthTotal }) => sum + depthTotal, 0);
  return [
    `${chosen.map(({ floor }) => `${floor} 楼`).join("、")}${beneath > 0 ? `，连同楼层下面的 ${beneath} 条回复` : ""}。原来的楼层号保留，写明移到了哪里。`,
    ...(chosen.some(({ accepted }) => accepted)
      ? ["其中有被采纳的回答：移走以后，这个问题变回待解决。"]
      : []),
    "作者会收到通知和你写的理由。7 天内可以撤销。",
  ];
}

/**
 * The topic that something is moved to, named in a field of the form. Without its title there is no question, and so
 * no move.
 */
async function targetOf({ scope }: Tools, field: "topic" | "into", tid: number) {
  const { title } = await scope.gateway.call("topicDetail", { tid }).catch((error: unknown) => {
    const isMissing = error instanceof Refused && error.status === 404;
    throw isMissing ? error.withReason({ fields: { [field]: [error.message] } }) : error;
  });
  return title;
}

/** What the question before a merge says. */
async function aboutMerge({ scope, query: { tid } }: Tools): Promise<string[]> {
  const topic = await scope.gateway.call("topicDetail", { tid });
  return [
    `「${topic.title}」的正文和 ${topic.replies} 条回复依次排到那边的最后；那边的楼层号不变。被屏蔽、待审核和回收站里的回复也一起过去。`,
    `这个主题不再单独列出，它的地址和每一层的链接以后都通向那边。${topic.favorites} 个收藏和关注它的人一起过去，不重复；标签和浏览数不并过去。`,
    ...(topic.answer ? ["被采纳的回答到那边不再是采纳的回答。"] : []),
    "两位作者会收到通知和你写的理由。7 天内可以撤销。",
  ];
}

/**
 * The intents: the chosen replies go to another topic or into a new one, or the whole topic into another. Each asks
 * first, naming the floors or how much goes.
 */
export const repliesAction = screenAction(
  { query: repliesQuery },
  {
    move: submitted(moveForm, async (form, tools: Tools) => {
      const { posts, topic } = form;
      const title = await targetOf(tools, "topic", topic);
      const question = {
        title: `把 ${posts.length} 条回复移到「${title}」的最后？`,
        says: await aboutReplies(tools, posts),
        button: "确认移动",
      };
      const answer = askFirst(tools, question, [topic, ...posts]);
      if (answer) return answer;
      const request = { ...form, topic: String(topic), tid: tools.query.tid };
      const batch = await tools.scope.gateway.call("moveReplies", request);
      return afterBatch(tools, batch, { back: backOf(tools), message: `已移动 ${posts.length} 条回复` });
    }),
    split: submitted(splitForm, async (form, tools: Tools) => {
      const { posts, title } = form;
      const question = {
        title: `把 ${posts.length} 条回复拆分成新主题「${title}」？`,
        says: ["最早的一条成为新主题的正文，作者和时间不变。", ...(await aboutReplies(tools, posts))],
        button: "确认拆分",
      };
      const answer = askFirst(tools, question, [form.fid, ...posts]);
      if (answer) return answer;
      const batch = await tools.scope.gateway.call("splitTopic", { ...form, tid: tools.query.tid });
      return afterBatch(tools, batch, { back: backOf(tools), message: `已拆分成新主题「${title}」` });
    }),
    merge: submitted(mergeForm, async (form, tools: Tools) => {
      const title = await targetOf(tools, "into", form.into);
      const question = {
        title: `把整个主题并入「${title}」？`,
        says: await aboutMerge(tools),
        button: "确认并入",
      };
      const answer = askFirst(tools, question, [form.into]);
      if (answer) return answer;
      const request = { ...form, into: String(form.into), tid: tools.query.tid };
      const batch = await tools.scope.gateway.call("mergeTopic", request);
      return afterBatch(tools, batch, { back: paths.topic(form.into), message: `已并入「${title}」` });
    }),
    default: undecided,
  },
);
