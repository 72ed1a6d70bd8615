import { useActionData, useLoaderData } from "@remix-run/react";
import { keepOnNetworkFailure } from "~/forms/network-failure";
import { paths } from "~/paths";
import { screenAction, screenLoader } from "~/routing/screen.server";
import { screenMeta } from "~/routing/screen-meta";
import { newSubmissionId } from "../topic/topic.server";
import { TopicEditor } from "./topic-editor";
import { classesOf, type EditorAnswer, editable, editorAnswer, queryId, sectionGroups, withClasses } from "./posting.server";
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
  const fid = present?.topic?.fid ?? queryId(url, "fid");
  return {
    groups,
    classes: await classesOf(scope, fid),
    refusal: permissions?.refusal ?? null,
    submissionId: newSubmissionId(),
    editing: present ? { tid: present.tid, pid: present.pid } : null,
    initial: present?.topic
      ? {
          fid: String(present.topic.fid),
          classId: present.topic.classId ? String(present.topic.classId) : "",
          title: present.topic.title,
          content: present.content,
          tags: present.topic.tags.join(" "),
        }
      : { fid: fid ? String(fid) : "" },
  };
});
export const meta = screenMeta<{ editing: object | null }>(({ editing }) => (editing ? "编辑帖子" : "发帖"));

export const action = screenAction(async ({ scope, url, form, intent, submit }) => {
  if (intent === "preview" || intent === "section") return editorAnswer(scope, form, intent);
  return submit(postingSchema, async ({ submissionId, classId, ...topic }) => {
    const fields = { ...topic, classId: classId ?? null };
    const pid = queryId(url, "pid");
    if (!pid) {
      const placed = await scope.gateway.call("submitTopic", { ...fields, submissionId: submissionId ?? newSubmissionId() });
      return scope.redirect(paths.topic(placed.tid));
    }
    const present = await editable(scope, pid);
    const placed = await scope.gateway.call("editTopic", { ...fields, tid: present.tid });
    return scope.redirect(paths.topic(placed.tid));
  });
}, withClasses);

/** With JavaScript: a post that the network lost leaves the page as it is. */
export const clientAction = keepOnNetworkFailure("publish");

export default function Posting() {
  const { groups, classes, refusal, submissionId, editing, initial } = useLoaderData<typeof loader>();
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
    />
  );
}

export { ScreenError as ErrorBoundary } from "~/components/screen-error";
