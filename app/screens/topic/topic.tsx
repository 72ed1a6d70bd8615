import { data, type SerializeFrom } from "@remix-run/node";
import { Outlet, useActionData, useLoaderData, useLocation, useMatches } from "@remix-run/react";
import { startTransition, useEffect, useState } from "react";
import { withDraft } from "~/editor/drafts/draft-form.server";
import { FormProblems, FormToken } from "~/forms/field-parts";
import { AnswerAbove } from "~/forms/form-answer";
import { keepOnNetworkFailure } from "~/forms/network-failure";
import type { FormFailure } from "~/forms/result";
import { newSubmissionId } from "~/forms/submission-id.server";
import { FollowButton } from "~/lists/follow-button";
import { pictureVersion } from "~/metadata/picture-version.server";
import { screenMeta } from "~/metadata/screen-meta";
import { topicData, topicSummary } from "~/metadata/structured-data.server";
import { useLiveLinks } from "~/navigation/live-links";
import { paths } from "~/navigation/paths";
import { useRoot, useShell } from "~/navigation/use-shell";
import { screenAction, screenLoader } from "~/request/screen.server";
import { LoginDialog } from "~/ui/dialogs";
import { Pagination, Turning } from "~/ui/pagination";
import { H5Bar } from "./around/h5-bar";
import { LastRead } from "./around/last-read";
import { NewReplies } from "./around/new-replies";
import { ShareBox } from "./around/share";
import { TopicFollow } from "./around/topic-follow";
import { TopicHead } from "./around/topic-head";
import { TopicRail } from "./around/topic-rail";
import { TopicTools } from "./around/topic-tools";
import { Floor } from "./floors/floor";
import { FloorBar } from "./floors/floor-bar";
import { Outcome } from "./floors/outcome";
import { zoomPicture } from "./floors/pictures";
import { reactionForm } from "./floors/reaction-button";
import { useReactions } from "./floors/use-reactions";
import { useWhileReading } from "./floors/use-while-reading";
import {
  findAnswered,
  jumpToFloor,
  readRelated,
  readTopic,
  rememberRead,
  topicInputs,
  topicRequest,
} from "./model/topic.server";
import { mayAccomplish } from "./model/topic-detail";
import type { TopicDialog } from "./model/topic-dialog.server";
import { topicIntents } from "./model/topic-intents.server";
import type { TopicPage } from "./model/topic-page";
import { ReplyForm } from "./reply/reply-form";
import styles from "./topic.module.css";

/** /hsforum/thread-{tid}-… and /postDetail?tid= (spec 2.1): a topic, one page of its floors, and the reply form. */
export const loader = screenLoader(topicInputs, async ({ scope, ...address }) => {
  const request = topicRequest(scope, address);
  const { tid, order, only, since, pid } = request;
  const jump = await jumpToFloor(scope, request);
  if (jump instanceof Response) throw jump;
  const [topic, related, signedIn] = await Promise.all([
    readTopic(scope, request),
    readRelated(scope, tid),
    scope.signedIn(),
    // If the view cannot be counted, the page is shown all the same.
    scope.isCopy ? null : scope.gateway.call("viewTopic", { tid }).catch(() => null),
  ]);
  rememberRead(scope, topic, request);
  // Structured data is for search engines, which read as visitors; members' pages are lighter without it.
  if (!signedIn) scope.page.structuredData.push(...topicData(scope, topic));
  const aim = request.replyTo === undefined ? {} : { parent: String(request.replyTo || "") };
  const { draft: replyDraft } = await withDraft(scope, `reply:${tid}`, aim);
  const loaded = {
    topic,
    related,
    summary: topicSummary(topic),
    picture: pictureVersion(topic),
    view: { order, only, since },
    highlighted: pid,
    jump,
    link: scope.origin + paths.topic(tid),
    replyTo: await findAnswered(scope, topic, request.replyTo ?? Number(replyDraft.restored?.values.parent)),
    submissionId: signedIn ? newSubmissionId() : "",
    replyDraft,
  };
  return data(loaded, { status: jump ? 400 : 200 });
});

type Loaded = SerializeFrom<typeof loader>;

export const meta = screenMeta<typeof loader>({
  title: ({ topic }) => topic.title,
  description: ({ topic, summary }) => summary || `${topic.section.name}：${topic.title}`,
  // Pages in another order or of the author's floors alone have page 1 as their canonical address.
  head: ({ topic, view, picture }) => ({
    canonical: paths.topic(topic.tid, { page: view.order || view.only ? 1 : topic.page }),
    type: "article",
    published: topic.createdAt,
    image: paths.topicPicture(topic.tid, picture),
    imageSays: topic.title,
  }),
});

export const action = screenAction(topicInputs, topicIntents);

export { unlessDialog as shouldRevalidate } from "./model/topic-dialogs";

/** With JavaScript, a network failure while posting keeps the page as it is. */
export const clientAction = keepOnNetworkFailure();

/** Data that all parts of the page share. */
function useTopicPage({ topic, view, highlighted, replyTo }: Loaded) {
  const { to } = useShell();
  const me = useRoot()?.me;
  const { hash } = useLocation();
  const { standingOf, press, problem } = useReactions(topic);
  // CSS `:target` does not change when scripts navigate, so the state holds the target. The first render has none,
  // because the server does not know the hash.
  const [target, setTarget] = useState<number>();
  useEffect(() => {
    startTransition(() => setTarget(Number(/^#post-(\d+)$/.exec(hash)?.[1]) || undefined));
  }, [hash]);
  const page: TopicPage = {
    topic,
    to,
    at: (more) => to(paths.topic(topic.tid, { page: topic.page, ...view, ...more })),
    uid: me?.uid,
    mayReply: me != null && !topic.closed && !topic.postingClosed && topic.state === "listed",
    answersPost: replyTo !== null,
    mayAccomplish: mayAccomplish(topic, me?.uid),
    standingOf,
    highlighted: target ?? highlighted,
  };
  return { page, press, problem };
}

/** Intents whose forms or dialogs show their own refusals. The head of the page shows the refusals of all others. */
const intentsWithOwnProblems = ["reply", "report", "invite", "accomplish", "operate", "moderatePost"];

export default function Topic() {
  const loaded = useLoaderData<typeof loader>();
  const { topic, view, jump } = loaded;
  const { name: shell, here } = useShell();
  const { page, press, problem } = useTopicPage(loaded);
  const follow = useLiveLinks();
  const failure = useActionData() as FormFailure | undefined;
  const { dialog } = (useMatches().at(-1)?.data ?? {}) as { dialog?: TopicDialog | null };
  const failed =
    failure && "result" in failure && !intentsWithOwnProblems.includes(failure.intent) && !dialog
      ? failure
      : undefined;
  useWhileReading(page);
  const [first, ...others] = topic.floors;
  const begins = first?.floor === 1 ? first : undefined;
  const { author } = topic;
  const followAuthor = (
    <FollowButton kind="user" target={author.uid} followed={topic.authorFollowed} name={author.nickName} />
  );
  const floors = begins ? others : topic.floors;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: one listener for the links and pictures inside
    // biome-ignore lint/a11y/useKeyWithClickEvents: pressing Enter on a link is a click
    <div
      className={styles.page}
      onClick={(event) => {
        zoomPicture(event);
        follow(event);
      }}
    >
      <article className={`surface ${styles.topic}`}>
        <FormProblems id={undefined} errors={failed?.result.error?.[""] ?? undefined} />
        {problem && !problem.login ? <FormProblems id={undefined} errors={[problem.message]} /> : null}
        <TopicHead page={page} />
        <LastRead key={`${topic.tid} ${topic.page}`} page={page} />
        {begins ? (
          <Floor
            page={page}
            floor={begins}
            author={topic.authors[author.uid]}
            beside={shell === "h5" ? followAuthor : null}
            tools={<TopicTools page={page} first={begins} />}
          />
        ) : null}
        {begins ? <Outcome page={page} /> : null}
        {topic.lastFloor > 1 ? (
          <FloorBar page={page} order={view.order} only={view.only} jump={jump} />
        ) : null}
        {floors.map((floor) => (
          <Floor key={floor.pid} page={page} floor={floor} author={topic.authors[floor.author.uid]} />
        ))}
        {view.only ? (
          <Turning
            previous={topic.previousFrom === null ? null : page.at({ since: topic.previousFrom })}
            next={topic.nextFrom === null ? null : page.at({ since: topic.nextFrom })}
          />
        ) : (
          <Pagination page={topic.page} pages={topic.pages} href={(number) => page.at({ page: number })} />
        )}
        <TopicFollow page={page} />
        <ReplyForm
          topic={topic}
          replyTo={loaded.replyTo}
          submissionId={loaded.submissionId}
          draft={loaded.replyDraft}
        />
        {shell === "h5" ? <H5Bar page={page} here={here} /> : null}
      </article>
      <TopicRail page={page} related={loaded.related} here={here} follow={shell === "desktop"} />
      <NewReplies page={page} />
      <ShareBox link={loaded.link} title={topic.title} tid={topic.tid} />
      {topic.state === "listed" ? (
        <form id={reactionForm} method="post" action={paths.reactions()} onSubmit={press}>
          <FormToken />
          <input type="hidden" name="back" value={here} />
        </form>
      ) : null}
      {problem?.login ? <LoginDialog redirect={here} thenDone={problem.kept} /> : null}
      <AnswerAbove value={failure}>
        <Outlet context={page} />
      </AnswerAbove>
    </div>
  );
}
