import { useActionData, useLoaderData } from "@remix-run/react";
import { answerDraft, isDraftIntent, withComparison, withDraft } from "~/editor/draft-form.server";
import { tellPending } from "~/forms/pending.server";
import { keepOnNetworkFailure } from "~/forms/network-failure";
import { paths } from "~/paths";
import { screenAction, screenLoader } from "~/routing/screen.server";
import { screenMeta } from "~/routing/screen-meta";
import { newSubmissionId } from "../topic/topic.server";
import { TopicEditor } from "./topic-editor";
import {
  classesOf,
  type EditorAnswer,
  editable,
  editorAnswer,
  publishedValues,
  queryId,
  sectionGroups,
  withClasses,
} from "./posting.server";
import { postingSchema } from "./posting.schema";

/** /posting: a new topic (?fid= chooses the section), or one's own topic again (?pid= of its floor 1). */
export const loader = screenLoader(async ({ scope, url }) => {
  const pid = queryId(url, "pid");
  // Signed out while writing: the form is shown again with what was typed, and asks for nothing of a person's.
  const signedIn = await scope.signedIn();
  const [{ groups }, permissions, present] = await Promise.all([
    sectionGroups(scope),
    signedIn ? scope.gateway.call("userPermissions", {}) : null,
    signedIn && pid ? editable(scope, pid) : null,
  ]);
  if (present && !present.topic) throw await scope.redirect(paths.editPost(present.pid));
  const fid = queryId(url, "fid");
  const clean = present ? publishedValues(present) : { fid: fid ? String(fid) : "" };
  const { values, draft } = await withDraft(scope, present ? `topic:${present.tid}` : "topic:new", clean);
  return {
    groups,
    classes: await classesOf(scope, values.fid),
    refusal: permissions?.refusal ?? null,
    submissionId: newSubmissionId(),
    editing: present ? { tid: present.tid, pid: present.pid, editedAt: present.editedAt } : null,
    initial: values,
    draft,
  };
});
export const meta = screenMeta<{ editing: object | null }>(({ editing }) => (editing ? "编辑帖子" : "发帖"));

export const action = screenAction(async ({ scope, url, form, intent, submit }) => {
  if (intent === "preview" || intent === "section") return editorAnswer(scope, form, intent);
  const pid = queryId(url, "pid");
  const back = url.pathname + url.search;
  if (isDraftIntent(intent)) {
    const present = pid && (await scope.signedIn()) ? await editable(scope, pid) : null;
    const target = present ? `topic:${present.tid}` : "topic:new";
    const published = present && form.get("compared") === "published" ? { published: async () => publishedValues(present) } : {};
    return answerDraft({ scope, form, intent, mainIntent: "publish", target, back, ...published });
  }
  const reply = await submit(postingSchema, async ({ submissionId, classId, baseEditedAt, ...topic }) => {
    const fields = { ...topic, classId: classId ?? null };
    if (!pid) {
      const placed = await scope.gateway.call("submitTopic", { ...fields, submissionId: submissionId ?? newSubmissionId() });
      tellPending(scope, placed);
      return scope.redirect(paths.topic(placed.tid));
    }
    const { tid } = await editable(scope, pid);
    const placed = await scope.gateway.call("editTopic", { ...fields, tid, ...(baseEditedAt === undefined ? {} : { baseEditedAt }) });
    tellPending(scope, placed);
    return scope.redirect(paths.topic(placed.tid));
  });
  return withComparison(reply, async () => {
    const present = await editable(scope, pid);
    return { revision: 0, savedAt: present.editedAt ?? "", values: publishedValues(present) };
  });
}, withClasses);

/** With JavaScript: a post that the network lost leaves the page as it is. */
export const clientAction = keepOnNetworkFailure("publish");

export default function Posting() {
  const { groups, classes, refusal, submissionId, editing, initial, draft } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as EditorAnswer | undefined;
  return (
    <TopicEditor
      key={editing?.pid ?? "new"}
      groups={groups}
      classes={answer?.classes ?? classes}
      preview={answer?.preview}
      refusal={refusal}
      submissionId={submissionId}
      editing={editing}
      initial={initial}
      draft={draft}
      answer={answer}
    />
  );
}

export { ScreenError as ErrorBoundary } from "~/components/screen-error";
