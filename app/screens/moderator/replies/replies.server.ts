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
import { moveForm, splitForm } from "./replies.schema";

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

/** The intents: the chosen replies go to another topic, or into a new one. Each asks first, naming the floors. */
export const repliesAction = screenAction(
  { query: repliesQuery },
  {
    move: submitted(moveForm, async (form, tools: Tools) => {
      const { posts, topic } = form;
      // Without its title there is no question, and so no move.
      const target = await tools.scope.gateway.call("topicDetail", { tid: topic }).catch((error: unknown) => {
        const isMissing = error instanceof Refused && error.status === 404;
        throw isMissing ? error.withReason({ fields: { topic: [error.message] } }) : error;
      });
      const question = {
        title: `把 ${posts.length} 条回复移到「${target.title}」的最后？`,
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
    default: undecided,
  },
);
