import { data } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { lazy, startTransition, Suspense, useEffect, useState } from "react";
import { LoginDialog } from "~/components/dialogs";
import { FollowButton } from "~/components/follow-button";
import { useLiveLinks } from "~/components/live-links";
import { Pagination, Turning } from "~/components/pagination";
import { withDraft } from "~/editor/draft-form.server";
import { FormProblems, FormToken } from "~/forms/field-parts";
import { keepOnNetworkFailure } from "~/forms/network-failure";
import type { FormFailure } from "~/forms/result";
import { paths } from "~/paths";
import { screenAction, screenLoader } from "~/routing/screen.server";
import { screenMeta } from "~/routing/screen-meta";
import { topicData, topicSummary } from "~/routing/structured-data.server";
import { useRoot, useShell } from "~/shells/use-shell";
import { Floor } from "./floor";
import { FloorBar } from "./floor-bar";
import { H5Bar } from "./h5-bar";
import { Outcome } from "./outcome";
import { zoomPicture } from "./pictures";
import { acceptForm, isAcceptable } from "./post-tools";
import { reactionForm } from "./reaction-button";
import { ReplyForm } from "./reply-form";
import { ShareBox } from "./share";
import styles from "./topic.module.css";
import { runTopicAction } from "./topic-actions.server";
import { findPost, mayAccomplish, type TopicDetail } from "./topic-detail";
import { readDialog } from "./topic-dialog.server";
import { jumpToFloor, newSubmissionId, readRelated, readTopic, readTopicAddress } from "./topic.server";
import { TopicHead } from "./topic-head";
import type { TopicPage } from "./topic-page";
import { TopicRail } from "./topic-rail";
import { TopicTools } from "./topic-tools";
import { useReactions } from "./use-reactions";

/** What a dialog is made of comes when one is asked for: reading needs none. */
const TopicDialogs = lazy(() => import("./topic-dialogs"));

/** /hsforum/thread-{tid}-… and /postDetail?tid= (spec 2.1): a topic, a page of its floors, the reply form. */
export const loader = screenLoader(async ({ scope, url, params }) => {
  const asked = readTopicAddress(scope, url, params.thread);
  const { tid, order, only, since, pid } = asked;
  const jump = await jumpToFloor(scope, asked);
  if (jump instanceof Response) throw jump;
  const [topic, related, signedIn] = await Promise.all([
    readTopic(scope, asked),
    readRelated(scope, tid),
    scope.signedIn(),
    // A view that could not be counted must not keep anyone from reading.
    scope.gateway.call("viewTopic", { tid }).catch(() => null),
  ]);
  // For search engines, which read as visitors do: members' pages are lighter without it.
  if (!signedIn) scope.structuredData.push(...topicData(scope, topic));
  const loaded = {
    topic,
    related,
    summary: topicSummary(topic),
    view: { order, only, since },
    named: pid,
    jump,
    link: scope.origin + paths.topic(tid),
    replyTo: findPost(topic, asked.replyTo),
    dialog: await readDialog(scope, asked, topic),
    submissionId: signedIn ? newSubmissionId() : "",
    replyDraft: (await withDraft(scope, `reply:${tid}`, {})).draft,
  };
  return data(loaded, { status: jump ? 400 : 200 });
});

export const meta = screenMeta<{ topic: TopicDetail; summary: string; view: { order?: string; only?: string } }>(
  ({ topic }) => topic.title,
  ({ topic, summary }) => summary || `${topic.section.name}：${topic.title}`,
  // Another order, or the author's floors alone, is another look at page 1.
  ({ topic, view }) => ({
    canonical: paths.topic(topic.tid, { page: view.order || view.only ? 1 : topic.page }),
    type: "article",
    published: topic.createdAt,
  }),
);

export const action = screenAction(async ({ scope, url, params, form, intent, submit }) =>
  runTopicAction({
    scope,
    asked: readTopicAddress(scope, url, params.thread),
    form,
    intent,
    submit,
    back: `${url.pathname}${url.search}#reply`,
  }),
);

/** With JavaScript: a post that the network lost leaves the page as it is. */
export const clientAction = keepOnNetworkFailure();

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>;

/** What every part of the page shares. */
function useTopicPage({ topic, view, named }: Loaded) {
  const { to } = useShell();
  const me = useRoot()?.me;
  const { hash } = useLocation();
  const { standingOf, press, problem } = useReactions(topic);
  // The browser's :target does not follow links that scripts follow. Not on the first render: the server knows no hash.
  const [target, setTarget] = useState<number>();
  useEffect(() => {
    startTransition(() => setTarget(Number(/^#post-(\d+)$/.exec(hash)?.[1]) || undefined));
  }, [hash]);
  const page: TopicPage = {
    topic,
    to,
    at: (more) => to(paths.topic(topic.tid, { page: topic.page, ...view, ...more })),
    uid: me?.uid,
    mayReply: me != null && !topic.closed && topic.state === "listed",
    mayAccomplish: mayAccomplish(topic, me?.uid),
    standingOf,
    named: target ?? named,
  };
  return { page, press, problem };
}

/** The dialogs' own forms show what is wrong with them; what became of any other button stands at the head. */
const toldElsewhere = ["reply", "report", "invite", "accomplish"];

export default function Topic() {
  const loaded = useLoaderData<typeof loader>();
  const { topic, view, dialog, jump } = loaded;
  const { name: shell, here } = useShell();
  const { page, press, problem } = useTopicPage(loaded);
  const follow = useLiveLinks();
  const failure = useActionData() as FormFailure | undefined;
  const failed = failure && "result" in failure && !toldElsewhere.includes(failure.intent) && !dialog ? failure : undefined;
  const [first, ...others] = topic.floors;
  const begins = first?.floor === 1 ? first : undefined;
  const { author } = topic;
  const followAuthor = <FollowButton kind="user" target={author.uid} followed={topic.authorFollowed} name={author.nickName} />;
  const floors = begins ? others : topic.floors;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: one listener for the links and pictures inside
    // biome-ignore lint/a11y/useKeyWithClickEvents: as above; a link's Enter is a click
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
        {topic.lastFloor > 1 ? <FloorBar page={page} order={view.order} only={view.only} jump={jump} /> : null}
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
        <ReplyForm topic={topic} replyTo={loaded.replyTo} submissionId={loaded.submissionId} draft={loaded.replyDraft} />
        {shell === "h5" ? <H5Bar page={page} here={here} /> : null}
      </article>
      <TopicRail page={page} related={loaded.related} follow={shell === "desktop"} />
      <ShareBox link={loaded.link} title={topic.title} />
      {topic.state === "listed" ? (
        <form id={reactionForm} method="post" action={paths.reactions()} onSubmit={press}>
          <FormToken />
          <input type="hidden" name="back" value={here} />
        </form>
      ) : null}
      {page.mayAccomplish && topic.floors.some((floor) => isAcceptable(floor)) ? (
        <Form id={acceptForm} method="post" action={page.at({})}>
          <FormToken />
          <input type="hidden" name="intent" value="accept" />
        </Form>
      ) : null}
      {problem?.login ? <LoginDialog redirect={here} /> : null}
      {dialog ? (
        <Suspense>
          <TopicDialogs page={page} dialog={dialog} here={here} />
        </Suspense>
      ) : null}
    </div>
  );
}

export { ScreenError as ErrorBoundary } from "~/components/screen-error";
