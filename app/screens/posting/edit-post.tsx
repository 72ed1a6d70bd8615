import { Link, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { z } from "zod";
import { checkBeforePublishing } from "~/editor/before-publishing.server";
import { BaseEdit } from "~/editor/drafts/base-edit";
import { Comparison } from "~/editor/drafts/comparison";
import { draftIntents, withComparison, withDraft } from "~/editor/drafts/draft-form.server";
import { DraftAndPreview, DraftNotice } from "~/editor/drafts/draft-parts";
import { MarkdownField } from "~/editor/markdown-field";
import { ToolsToCome } from "~/editor/tools-to-come";
import { ScreenForm } from "~/forms/form/screen-form";
import { useScreenForm } from "~/forms/form/use-screen-form";
import { keepOnNetworkFailure } from "~/forms/network-failure";
import { screenMeta } from "~/metadata/screen-meta";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { optionalLongId } from "~/request/inputs.server";
import { type ActionTools, mainIntent, submitted } from "~/request/intents.server";
import { pendingNotice } from "~/request/pending.server";
import { screenAction, screenLoader } from "~/request/screen.server";
import { LoginDialog, PhoneDialog } from "~/ui/dialogs";
import { type EditPostShape, editPostSchema } from "./edit-post.schema";
import styles from "./posting.module.css";
import { type EditorAnswer, editable, editorAnswer, publishedValues } from "./posting.server";
import { Preview } from "./preview";

const inputs = { query: z.object({ pid: optionalLongId }) };
type Tools = ActionTools<typeof inputs.query>;

/** /posting/post?pid=: edits the member's own reply. A topic's own text is edited with its title, on /posting. */
export const loader = screenLoader(inputs, async ({ scope, query: { pid } }) => {
  // The session ended while the member was writing: the form is shown again with the typed text.
  if (scope.forms.shownAgain && !(await scope.signedIn())) {
    const { draft } = await withDraft(scope, `post:${pid ?? 0}`, {});
    return { tid: null, pid: pid ?? 0, floor: null, page: 1, content: "", editedAt: null, draft };
  }
  const present = await editable(scope, pid);
  if (present.topic) throw await scope.redirect(paths.editTopic(present.pid));
  const { values, draft } = await withDraft(scope, `post:${present.pid}`, publishedValues(present));
  const { tid, floor, page, editedAt } = present;
  return { tid, pid: present.pid, floor, page, content: values.content, editedAt, draft };
});
export const meta = screenMeta();

async function present({ scope, query: { pid } }: Tools) {
  const { editedAt, ...post } = await editable(scope, pid);
  return { revision: 0, savedAt: editedAt ?? "", values: publishedValues({ ...post, editedAt }) };
}

const publish = submitted(
  editPostSchema,
  async ({ content, baseEditedAt }, { scope, query: { pid }, done }: Tools) => {
    await checkBeforePublishing(scope, { content }, { isNew: false });
    const post = await editable(scope, pid);
    const base = baseEditedAt === undefined ? {} : { baseEditedAt };
    const placed = await scope.gateway.call("editPost", { pid: post.pid, content, ...base });
    return done(
      paths.topic(placed.tid, { pid: placed.pid, page: placed.page, seek: placed.floor === null }),
      pendingNotice(placed),
    );
  },
);

export const action = screenAction(inputs, {
  ...draftIntents((tools: Tools) => ({
    mainIntent: "publish",
    target: `post:${tools.query.pid ?? 0}`,
    back: tools.here,
    ...(tools.form.get("compared") === "published"
      ? { published: async () => (await present(tools)).values }
      : {}),
  })),
  preview: ({ scope, form, intent }) => editorAnswer(scope, form, intent),
  ...mainIntent("publish", async (tools: Tools) =>
    withComparison(await publish(tools), () => present(tools)),
  ),
});

/** With JavaScript, a network failure while posting keeps the page as it is. */
export const clientAction = keepOnNetworkFailure("publish");

export default function EditPost() {
  const post = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as EditorAnswer | undefined;
  const { to, here } = useShell();
  const busy = useNavigation().state === "submitting";
  const editing = useScreenForm<EditPostShape>({
    id: "edit-post",
    intent: "publish",
    defaultValue: { content: post.content },
    loadValidate: () => import("./edit-post.schema"),
  });
  const { fields, failure } = editing;
  return (
    <div className={styles.page}>
      <h1>{post.floor ? `编辑 ${post.floor} 楼` : "编辑回复"}</h1>
      {answer?.preview ? <Preview {...answer.preview} /> : null}
      <ScreenForm of={editing} className={`surface ${styles.form}`}>
        <DraftNotice draft={post.draft} answer={answer} unsavedText={failure !== undefined} />
        <BaseEdit editedAt={post.editedAt} answer={answer} failure={failure} />
        {answer?.compare ? (
          <Comparison compare={answer.compare} mine={String(failure?.result.initialValue?.content ?? "")} />
        ) : null}
        <MarkdownField
          field={fields.content}
          intent="publish"
          label="内容"
          hint="支持 Markdown"
          rows={12}
          eager
          toCome={<ToolsToCome />}
          draft={post.draft}
        />
        <div className={styles.buttons}>
          <button type="submit" className="button" data-primary name="intent" value="publish" disabled={busy}>
            保存修改
          </button>
          <DraftAndPreview busy={busy} />
          <Link
            className="button"
            to={to(post.tid ? paths.topic(post.tid, { pid: post.pid, page: post.page }) : paths.forum())}
          >
            取消
          </Link>
        </div>
      </ScreenForm>
      {failure?.dialog === "login" ? <LoginDialog redirect={here} keepsPage /> : null}
      {failure?.dialog === "phone" ? <PhoneDialog /> : null}
    </div>
  );
}
