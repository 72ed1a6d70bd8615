import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod/v4";
import { id } from "contract/fields";
import { Pagination } from "~/components/pagination";
import { FormProblems } from "~/forms/field-parts";
import { failureOf } from "~/forms/result";
import { keepOnNetworkFailure } from "~/forms/network-failure";
import { paths } from "~/paths";
import { screenAction, screenLoader } from "~/routing/screen.server";
import { screenMeta } from "~/routing/screen-meta";
import { topicData, topicSummary } from "~/routing/structured-data.server";
import { useShell } from "~/shells/use-shell";
import { DeleteDialog } from "./delete-dialog";
import { Floor } from "./floor";
import { replySchema } from "./reply.schema";
import { ReplyForm } from "./reply-form";
import styles from "./topic.module.css";
import { findPost, newSubmissionId, readTopic, readTopicAddress, type TopicDetail } from "./topic.server";
import { TopicHead } from "./topic-head";
import { TopicRail } from "./topic-rail";

/** /hsforum/thread-{tid}-… and /postDetail?tid= (spec 2.1): a topic, a page of its floors, the reply form. */
export const loader = screenLoader(async ({ scope, url, params }) => {
  const asked = readTopicAddress(scope, url, params.thread);
  const { tid } = asked;
  const [topic, signedIn] = await Promise.all([
    readTopic(scope, asked),
    scope.signedIn(),
    // A view that could not be counted must not keep anyone from reading.
    scope.gateway.call("viewTopic", { tid }).catch(() => null),
  ]);
  const remove = findPost(topic, asked.remove);
  scope.structuredData.push(...topicData(scope, topic));
  return {
    topic,
    summary: topicSummary(topic),
    replyTo: findPost(topic, asked.replyTo),
    remove: remove?.canDelete ? remove : null,
    submissionId: signedIn ? newSubmissionId() : "",
  };
});

export const meta = screenMeta<{ topic: TopicDetail; summary: string }>(
  ({ topic }) => topic.title,
  ({ topic, summary }) => summary || `${topic.section.name}：${topic.title}`,
  ({ topic }) => ({ canonical: paths.topic(topic.tid, { page: topic.page }), type: "article", published: topic.createdAt }),
);

const deleteSchema = z.object({ pid: id });

export const action = screenAction(async ({ scope, url, params, intent, submit }) => {
  const { tid } = readTopicAddress(scope, url, params.thread);
  if (intent === "delete") {
    return submit(deleteSchema, async ({ pid }) => {
      const deleted = await scope.gateway.call("deleteContent", { pid });
      scope.session.flash("notice", deleted.topicDeleted ? "帖子已删除" : "回复已删除");
      return scope.redirect(deleted.topicDeleted ? paths.section(deleted.fid) : paths.topic(deleted.tid, { page: deleted.page }));
    });
  }
  return submit(replySchema, async ({ content, parent, submissionId }) => {
    const placed = await scope.gateway.call("submitPost", { tid, content, submissionId, ...(parent ? { parent } : {}) });
    const beneath = placed.floor === null;
    return scope.redirect(paths.topic(tid, { pid: placed.pid, page: beneath ? 1 : placed.page, seek: beneath }));
  });
});

/** With JavaScript: a post that the network lost leaves the page as it is. */
export const clientAction = keepOnNetworkFailure();

export default function Topic() {
  const { topic, replyTo, remove, submissionId } = useLoaderData<typeof loader>();
  const { to } = useShell();
  // The dialog's form posts to the page without it: what came of it stands on top.
  const notDeleted = failureOf(useActionData(), "delete");
  return (
    <div className={styles.page}>
      <article className={`surface ${styles.topic}`}>
        {remove ? null : <FormProblems id={undefined} errors={notDeleted?.result.error?.[""] ?? undefined} />}
        <TopicHead topic={topic} />
        {topic.floors.map((floor) => (
          <Floor key={floor.pid} topic={topic} floor={floor} author={topic.authors[floor.author.uid]} />
        ))}
        <Pagination page={topic.page} pages={topic.pages} href={(page) => to(paths.topic(topic.tid, { page }))} />
        <ReplyForm topic={topic} replyTo={replyTo} submissionId={submissionId} />
      </article>
      <TopicRail topic={topic} />
      {remove ? <DeleteDialog topic={topic} post={remove} /> : null}
    </div>
  );
}

export { ScreenError as ErrorBoundary } from "~/components/screen-error";
