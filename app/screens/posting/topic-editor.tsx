import { Link, useNavigation, useSubmit } from "@remix-run/react";
import { questionClass, tagsPerTopic, titleMax } from "contract/forum/constants";
import { BaseEdit } from "~/editor/drafts/base-edit";
import { Comparison } from "~/editor/drafts/comparison";
import type { DraftState } from "~/editor/drafts/draft";
import { DraftAndPreview, DraftNotice } from "~/editor/drafts/draft-parts";
import draftStyles from "~/editor/drafts/draft-parts.module.css";
import { MarkdownField } from "~/editor/markdown-field";
import { ToolsToCome } from "~/editor/tools-to-come";
import { FormProblems } from "~/forms/field-parts";
import { ScreenForm } from "~/forms/form/screen-form";
import { useScreenForm } from "~/forms/form/use-screen-form";
import { FieldProvider } from "~/forms/inputs/field-provider";
import { SelectField } from "~/forms/inputs/select-field";
import { TextField } from "~/forms/inputs/text-field";
import { EnterButton } from "~/forms/outcomes/enter-button";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { LoginDialog, PhoneDialog } from "~/ui/dialogs";
import { Icon } from "~/ui/icon";
import { OtherDrafts } from "./other-drafts";
import styles from "./posting.module.css";
import type { PostingShape } from "./posting.schema";
import type { EditorAnswer, SectionGroups, TopicClasses } from "./posting.server";
import { Preview, type PreviewedText } from "./preview";
import { SimilarTopics } from "./similar-topics";
import { TitleWithSimilar } from "./title-with-similar";

interface EditorProps {
  groups: SectionGroups;
  classes: TopicClasses;
  /** The template of questions in the section. */
  template: string;
  preview: PreviewedText | undefined;
  refusal: "PHONE_NOT_BOUND" | "MUTED" | null;
  /** Until when and why the member is muted; empty when not muted. */
  muted: string;
  submissionId: string;
  editing: { tid: number; pid: number; editedAt: string | null } | null;
  initial: Partial<PostingShape>;
  draft: DraftState;
  /** The member's drafts of other new topics. */
  others: { key: string; title: string; savedAt: string }[];
  /** The document that the address quotes is not there. */
  quoteMissing: boolean;
  answer: EditorAnswer | undefined;
}

/**
 * The topic form. The buttons for a preview and for another section submit the same form, so no typed text is lost.
 */
export function TopicEditor({
  groups,
  classes,
  template,
  preview,
  refusal,
  muted,
  submissionId,
  editing,
  initial,
  draft,
  others,
  quoteMissing,
  answer,
}: EditorProps) {
  const { to, here } = useShell();
  const navigation = useNavigation();
  const submit = useSubmit();
  const posting = useScreenForm<PostingShape>({
    id: "posting",
    intent: "publish",
    defaultValue: initial,
    loadValidate: () => import("./posting.schema"),
  });
  const { form, fields, failure } = posting;
  const busy = navigation.state === "submitting" ? navigation.formData?.get("intent") : null;
  const Title = editing ? TextField : TitleWithSimilar;
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <h1>{editing ? "编辑帖子" : "发帖"}</h1>
        <Link to={to(paths.drafts())}>我的草稿</Link>
      </div>
      {refusal === "MUTED" && !form.errors ? <FormProblems id={undefined} errors={[muted]} /> : null}
      {quoteMissing ? (
        <p role="status" className={draftStyles.notice} data-quote-missing="">
          <Icon name="info-circle" />
          要引用的文档不存在，或者已经撤下，这里没有引用它。
        </p>
      ) : null}
      {preview ? <Preview {...preview} /> : null}
      {answer?.similar?.length ? <SimilarTopics topics={answer.similar} /> : null}
      <FieldProvider>
        <ScreenForm of={posting} submissionId={submissionId} className={`surface ${styles.form}`}>
          <EnterButton intent="publish" name="发布" />
          <DraftNotice draft={draft} answer={answer} unsavedText={failure !== undefined} />
          <OtherDrafts drafts={others} />
          {editing ? <BaseEdit editedAt={editing.editedAt} answer={answer} failure={failure} /> : null}
          {answer?.compare ? (
            <Comparison compare={answer.compare} mine={String(failure?.result.initialValue?.content ?? "")} />
          ) : null}
          <div
            className={styles.pair}
            onChange={(event) => {
              const select = event.target;
              if (select instanceof HTMLSelectElement && select.name === "classId")
                beginWith(select, template);
              if (!(select instanceof HTMLSelectElement) || select.name !== "fid" || !select.form) return;
              const values = new FormData(select.form);
              values.set("intent", "section");
              submit(values, { method: "post", preventScrollReset: true });
            }}
          >
            <SelectField name={fields.fid.name} label="版块">
              <option value="">请选择版块</option>
              {groups.map((group) => (
                <optgroup key={group.name} label={group.name}>
                  {group.sections.map((section) => (
                    <option key={section.fid} value={section.fid}>
                      {section.name}
                    </option>
                  ))}
                </optgroup>
              ))}
            </SelectField>
            <SelectField name={fields.classId.name} label="分类（可不选）">
              <option value="">不分类</option>
              {classes.map((topicClass) => (
                <option key={topicClass.id} value={topicClass.id}>
                  {topicClass.name}
                </option>
              ))}
            </SelectField>
            <button type="submit" name="intent" value="section" className={`button ${styles.reload}`}>
              载入该版块的分类和提问模板
            </button>
          </div>
          <Title
            name={fields.title.name}
            label="标题"
            hint={`把问题说具体：芯片型号、SDK 版本、现象。最多 ${titleMax} 字`}
            autoComplete="off"
          />
          <TextField
            name={fields.tags.name}
            label="标签（可不填）"
            hint={`用空格或逗号分开，最多 ${tagsPerTopic} 个`}
            autoComplete="off"
          />
          <MarkdownField
            field={fields.content}
            intent="publish"
            label="正文"
            hint="支持 Markdown：代码用 ``` 包起来，公式写 $E=mc^2$，流程图用 ```mermaid"
            rows={16}
            eager
            toCome={<ToolsToCome />}
            draft={draft}
          />
          <div className={styles.buttons}>
            <button
              type="submit"
              className="button"
              data-primary
              name="intent"
              value="publish"
              disabled={busy != null}
            >
              {busy === "publish" ? "正在发布…" : editing ? "保存修改" : "发布"}
            </button>
            <DraftAndPreview busy={busy != null} />
            <Link className="button" to={to(editing ? paths.topic(editing.tid) : paths.forum())}>
              取消
            </Link>
          </div>
        </ScreenForm>
      </FieldProvider>
      {failure?.dialog === "login" ? <LoginDialog redirect={here} keepsPage /> : null}
      {failure?.dialog === "phone" || (!failure && refusal === "PHONE_NOT_BOUND") ? <PhoneDialog /> : null}
    </div>
  );
}

/**
 * Sets the section's template when the class is a question, and removes an unchanged template when the class is
 * another. It never replaces a typed text.
 */
function beginWith({ form, selectedOptions }: HTMLSelectElement, template: string): void {
  const field = form?.elements.namedItem("content");
  if (!(field instanceof HTMLTextAreaElement) || !template) return;
  const isQuestion = selectedOptions[0]?.text === questionClass;
  const [from, to] = isQuestion ? ["", template] : [template, ""];
  if (field.value.trim() !== from.trim()) return;
  field.value = to;
  field.dispatchEvent(new Event("input", { bubbles: true }));
}
