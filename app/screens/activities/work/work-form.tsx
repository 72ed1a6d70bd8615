import { useActionData, useNavigation } from "@remix-run/react";
import type { CallResponse } from "contract";
import { momentOf } from "~/activities/words";
import { ScreenForm } from "~/forms/form/screen-form";
import { useScreenForm } from "~/forms/form/use-screen-form";
import { FieldProvider } from "~/forms/inputs/field-provider";
import { TextField } from "~/forms/inputs/text-field";
import { EnterButton } from "~/forms/outcomes/enter-button";
import { failureOf } from "~/forms/result";
import { useShell } from "~/navigation/use-shell";
import { LoginDialog } from "~/ui/dialogs";
import { EmptyState } from "~/ui/empty-state";
import { RelativeTime } from "~/ui/relative-time";
import entry from "../entry/entry.module.css";
import { AnswerFields, type ShownField } from "../register/answer-fields";
import { answerValues } from "../register/answers";
import register from "../register/register.module.css";
import styles from "../team/team.module.css";

type OwnWork = CallResponse<"activityWork">;
/** Texts with a larger limit get a field of several lines. */
const lineMax = 100;

/** The fields of a work as form fields; a link is a text of one line. */
const shownFields = ({ fields, work }: OwnWork): ShownField[] =>
  fields.map((field) => ({
    ...field,
    type: field.type === "file" ? "file" : "text",
    hint: field.type === "link" ? [field.hint, "https:// 开头的地址"].filter(Boolean).join("；") : field.hint,
    max: field.type === "link" ? 0 : field.max,
    long: field.type === "text" && field.max > lineMax,
    many: false,
    choices: [],
    lookup: null,
    dictionary: null,
    prefill: null,
    categories: [],
    items: [],
    only: "",
    fileName: work?.answers.find(({ key }) => key === field.key)?.file?.name ?? "",
  }));

/** The form that hands a work in before the deadline. */
export function WorkForm({ ownWork }: { ownWork: OwnWork }) {
  const { here } = useShell();
  const busy = useNavigation().state === "submitting";
  const failure = failureOf(useActionData(), "save");
  const answers = Object.fromEntries((ownWork.work?.answers ?? []).map(({ key, value }) => [key, value]));
  const fields = shownFields(ownWork);
  const form = useScreenForm({
    id: "work-form",
    intent: "save",
    failure,
    defaultValue: { title: ownWork.work?.title, ...answerValues(fields, answers) },
  });
  return (
    <FieldProvider>
      <ScreenForm
        of={form}
        encType="multipart/form-data"
        className={`surface ${register.form}`}
        preventScrollReset
      >
        <EnterButton intent="save" />
        <p className={styles.note}>
          {momentOf(ownWork.until)} 前可以提交和修改
          {ownWork.work ? (
            <>
              ，上次保存 <RelativeTime at={ownWork.work.updatedAt} />
            </>
          ) : null}
          。
        </p>
        {ownWork.shown ? (
          <p className={styles.note}>
            截止后会公开展示作品的名称、文字和链接，署队名或昵称；上传的文件只有评委和组织者能看。
          </p>
        ) : null}
        {ownWork.work?.withheld ? <Withheld /> : null}
        <TextField id="title" name="title" label="作品名称" maxLength={80} autoComplete="off" />
        <AnswerFields fields={fields} />
        <div className={register.buttons}>
          <button type="submit" className="button" data-primary name="intent" value="save" disabled={busy}>
            {busy ? "正在保存…" : ownWork.work ? "保存修改" : "提交作品"}
          </button>
        </div>
        {failure?.dialog === "login" ? <LoginDialog redirect={here} keepsPage /> : null}
      </ScreenForm>
    </FieldProvider>
  );
}

function Withheld() {
  return <p className={styles.note}>组织者没有公开展示这件作品，原因在通知里；评审不受影响。</p>;
}

/** A work after the deadline, with the judges' comments. */
export function WorkShown({ ownWork: { work, comments, until } }: { ownWork: OwnWork }) {
  if (!work)
    return (
      <div className="surface">
        <EmptyState title="没有提交作品" text={`作品提交已于 ${momentOf(until)} 截止。`} />
      </div>
    );
  return (
    <section className={`surface ${styles.box}`} aria-labelledby="work">
      <h2 id="work">{work.title}</h2>
      <p className={styles.note}>作品提交已于 {momentOf(until)} 截止，不能再改。</p>
      {work.withheld ? <Withheld /> : null}
      <dl className={entry.facts}>
        {work.answers.map(({ key, label, text, file }) => (
          <div key={key}>
            <dt>{label}</dt>
            <dd>
              {file ? (
                <a href={file.address}>{file.name}</a>
              ) : /^https:\/\//.test(text) ? (
                <a href={text} rel="noopener nofollow">
                  {text}
                </a>
              ) : (
                text
              )}
            </dd>
          </div>
        ))}
      </dl>
      {comments.length > 0 ? (
        <>
          <h3>评委的话</h3>
          <ul className={styles.rows}>
            {comments.map(({ score, comment }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list does not change
              <li key={index}>
                <span>{comment || "没有评语"}</span>
                <b>{score} 分</b>
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </section>
  );
}
