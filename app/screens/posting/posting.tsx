import { useActionData, useLoaderData } from "@remix-run/react";
import { cleanText, numeric } from "contract/base/fields";
import { tagMax, titleMax } from "contract/forum/constants";
import { positionMax } from "contract/training/constants";
import { z } from "zod";
import { checkBeforePublishing } from "~/editor/before-publishing.server";
import { draftIntents, withComparison, withDraft } from "~/editor/drafts/draft-form.server";
import { orWithout } from "~/failure/explain.server";
import { mutedText } from "~/format/content-state";
import { keepOnNetworkFailure } from "~/forms/network-failure";
import { newSubmissionId } from "~/forms/submission-id.server";
import { screenMeta } from "~/metadata/screen-meta";
import { paths } from "~/navigation/paths";
import { optionalId, optionalLongId, optionalPage } from "~/request/inputs.server";
import { type ActionTools, mainIntent, submitted } from "~/request/intents.server";
import { pendingNotice } from "~/request/pending.server";
import { screenAction, screenLoader } from "~/request/screen.server";
import { aboutDocument } from "./about-document.server";
import { aboutLesson } from "./about-lesson.server";
import { draftKeyOf, newTopicTarget } from "./new-topic-drafts";
import { postingSchema } from "./posting.schema";
import {
  beginningOf,
  type EditorAnswer,
  editable,
  editorAnswer,
  offeredGroups,
  otherNewTopics,
  partsOf,
  publishedValues,
  sectionGroups,
  withClasses,
} from "./posting.server";
import { TopicEditor } from "./topic-editor";

/** A text that a link to the editor may fill in; it is cut at the length that the field allows. */
const prefill = (max: number) =>
  z
    .string()
    .default("")
    .transform((text) => cleanText(text).slice(0, max).trim());
const inputs = {
  query: z.object({
    fid: optionalId,
    pid: optionalLongId,
    classId: optionalId,
    title: prefill(titleMax),
    tags: prefill(2 * tagMax),
    lesson: optionalId,
    t: numeric(z.number().int().min(0).max(positionMax)).optional().catch(undefined),
    quote: optionalId,
    version: optionalId,
    notice: z
      .string()
      .regex(/^[A-Z][A-Z0-9-]{2,39}$/)
      .optional()
      .catch(undefined),
    at: optionalPage,
    draft: z
      .string()
      .regex(/^[a-z\d-]{1,40}$/)
      .optional()
      .catch(undefined),
  }),
};
type Tools = ActionTools<typeof inputs.query>;

/**
 * /posting: a new topic, or with `pid` of a first floor the member's own topic. `fid`, `classId`, `title` and `tags`
 * fill the form, and `lesson` makes it a question about a lesson at its second `t`; `quote` and `notice` quote the
 * page `at` of a document, unless a draft with the same origin exists. `draft` opens such a draft. The page offers the other drafts of new topics.
 */
export const loader = screenLoader(inputs, async ({ scope, query }) => {
  const { pid } = query;
  const about = pid
    ? null
    : query.lesson
      ? await aboutLesson(scope, query.lesson, query.t)
      : await aboutDocument(scope, query);
  const { fid, classId, title, tags } = { ...query, ...about?.request };
  // Not a 404: the form may hold what somebody is writing.
  const quoteMissing =
    about === null &&
    (query.quote !== undefined || query.notice !== undefined) &&
    !pid &&
    !scope.page.leftOut;
  // The session ended while the member was writing: the form is shown again with the typed text, and the loader makes
  // no call that needs a member.
  const signedIn = await scope.signedIn();
  const [{ groups }, permissions, present] = await Promise.all([
    sectionGroups(scope),
    signedIn ? orWithout(scope, scope.gateway.call("userPermissions", {}), null) : null,
    signedIn && pid ? editable(scope, pid) : null,
  ]);
  if (present && !present.topic) throw await scope.redirect(paths.editPost(present.pid));
  const fields = { fid: fid ? String(fid) : "", classId: fid && classId ? String(classId) : "", title, tags };
  const queryParts = fid && !present ? await partsOf(scope, fields.fid, fields.classId) : null;
  const clean = present
    ? publishedValues(present)
    : {
        ...fields,
        content: (about?.content ?? "") + (queryParts ? beginningOf(queryParts, fields.classId) : ""),
      };
  const target = present ? `topic:${present.tid}` : newTopicTarget(draftKeyOf(query));
  const [{ values, draft }, others] = await Promise.all([
    withDraft(scope, target, clean),
    signedIn && !pid ? otherNewTopics(scope, target) : [],
  ]);
  return {
    groups: await offeredGroups(scope, groups, values.fid),
    ...(queryParts && values.fid === fields.fid
      ? queryParts
      : await partsOf(scope, values.fid, values.classId)),
    refusal: permissions?.refusal ?? null,
    muted: mutedText(permissions?.mutedUntil ?? null, permissions?.muteReason ?? ""),
    submissionId: newSubmissionId(),
    editing: present ? { tid: present.tid, pid: present.pid, editedAt: present.editedAt } : null,
    initial: values,
    draft,
    others,
    quoteMissing,
  };
});
export const meta = screenMeta<typeof loader>({ title: ({ editing }) => (editing ? "编辑帖子" : "发帖") });

const publish = submitted(
  postingSchema,
  async ({ submissionId, classId, baseEditedAt, ...topic }, { scope, query, done }: Tools) => {
    const { pid } = query;
    const fields = { ...topic, classId: classId ?? null };
    const { title, content, tags } = topic;
    await checkBeforePublishing(scope, { title, content, tags }, { isNew: !pid });
    if (!pid) {
      const placed = await scope.gateway.call("submitTopic", {
        ...fields,
        submissionId: submissionId ?? newSubmissionId(),
        draft: newTopicTarget(draftKeyOf(query)),
      });
      return done(paths.topic(placed.tid), pendingNotice(placed));
    }
    const { tid } = await editable(scope, pid);
    const edited = await scope.gateway.call("editTopic", {
      ...fields,
      tid,
      ...(baseEditedAt === undefined ? {} : { baseEditedAt }),
    });
    return done(paths.topic(edited.tid), pendingNotice(edited));
  },
);

const again = ({ scope, form, intent, query: { pid } }: Tools) =>
  editorAnswer(scope, form, intent, { isNew: !pid });

export const action = screenAction(
  { ...inputs, beside: withClasses },
  {
    ...draftIntents(async ({ scope, form, query, here }: Tools) => {
      const { pid } = query;
      const present = pid && (await scope.signedIn()) ? await editable(scope, pid) : null;
      const target = present ? `topic:${present.tid}` : newTopicTarget(draftKeyOf(query));
      const published =
        present && form.get("compared") === "published"
          ? { published: async () => publishedValues(present) }
          : {};
      return { mainIntent: "publish", target, back: here, ...published };
    }),
    preview: again,
    section: again,
    ...mainIntent("publish", async (tools: Tools) =>
      withComparison(await publish(tools), async () => {
        const present = await editable(tools.scope, tools.query.pid);
        return { revision: 0, savedAt: present.editedAt ?? "", values: publishedValues(present) };
      }),
    ),
  },
);

/** With JavaScript, a network failure while posting keeps the page as it is. */
export const clientAction = keepOnNetworkFailure("publish");

export default function Posting() {
  const loaded = useLoaderData<typeof loader>();
  const { groups, classes, template, refusal, muted, submissionId, editing, initial, draft, others } = loaded;
  const answer = useActionData<typeof action>() as EditorAnswer | undefined;
  return (
    <TopicEditor
      key={draft.target}
      groups={groups}
      classes={answer?.classes ?? classes}
      template={answer?.template ?? template}
      preview={answer?.preview}
      refusal={refusal}
      muted={muted}
      submissionId={submissionId}
      editing={editing}
      initial={initial}
      draft={draft}
      others={others}
      quoteMissing={loaded.quoteMissing}
      answer={answer}
    />
  );
}
