import { Link, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { shownDuration } from "~/format/duration";
import { ScreenForm } from "~/forms/form/screen-form";
import { useScreenForm } from "~/forms/form/use-screen-form";
import { FieldProvider } from "~/forms/inputs/field-provider";
import { NoDefaultButton } from "~/forms/outcomes/no-default-button";
import { QuestionBox } from "~/forms/outcomes/question-box";
import { screenMeta } from "~/metadata/screen-meta";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { askFirst } from "~/request/ask-first.server";
import { longPathId } from "~/request/inputs.server";
import { type ActionTools, noFields, submitted } from "~/request/intents.server";
import { screenAction, screenLoader } from "~/request/screen.server";
import { PersonalScreen } from "../personal/personal-frame";
import noteStyles from "./note.module.css";
import { noteFields } from "./note.schema";
import { NoteFields } from "./note-fields";
import styles from "./notes.module.css";

const inputs = { params: z.object({ id: longPathId }), missing: "没有这条笔记，它可能已经删除" };

/** /personalCenter/notes/{id}: one of the member's notes about lessons, to change or to delete. */
export const loader = screenLoader(inputs, async ({ scope, params }) =>
  scope.gateway.call("studyNote", params),
);
export const meta = screenMeta<typeof loader>({ title: ({ lesson }) => `笔记：${lesson.name}` });

type Tools = ActionTools<z.ZodObject, typeof inputs.params>;

export const action = screenAction(inputs, {
  save: submitted(z.object(noteFields), async (note, { scope, params, done }: Tools) => {
    await scope.gateway.call("saveStudyNote", { id: params.id, ...note });
    return done(paths.studyNotes(), "笔记已保存");
  }),
  delete: submitted(noFields, async (_, tools: Tools) => {
    const { scope, params, done } = tools;
    const { text } = await scope.gateway.call("studyNote", params);
    const question = askFirst(tools, {
      title: "删除这条笔记？",
      says: [`“${text.length > 60 ? `${text.slice(0, 60)}…` : text}”`, "删除后不能找回；想留一份，先导出。"],
      button: "确认删除",
    });
    if (question) return question;
    await scope.gateway.call("deleteStudyNote", params);
    return done(paths.studyNotes(), "笔记已删除");
  }),
});

export default function StudyNote() {
  const { lesson, course, at, part, text, parts, seconds } = useLoaderData<typeof loader>();
  const { to } = useShell();
  const form = useScreenForm({
    id: "note",
    intent: "save",
    defaultValue: { text, part, at: at === null ? "" : shownDuration(at) },
  });
  const removal = useScreenForm({ id: "delete", intent: "delete" });
  return (
    <PersonalScreen title="编辑笔记">
      <nav className={`crumbs ${styles.crumbs}`} aria-label="所在位置">
        <Link to={to(paths.studyNotes())}>学习笔记</Link>{" "}
        <Link to={to(paths.studyNotes({ course: course.id }))}>{course.name}</Link>{" "}
        <Link to={to(paths.lesson(lesson.id))}>{lesson.name}</Link>
      </nav>
      <FieldProvider>
        <div className={styles.forms}>
          <ScreenForm of={form} className={noteStyles.form}>
            <NoteFields
              parts={parts}
              seconds={seconds}
              lost={part && !parts.includes(part) ? part : undefined}
            />
            <p className={styles.buttons}>
              <button type="submit" className="button" data-primary name="intent" value="save">
                保存笔记
              </button>
              <Link className="button" to={to(paths.studyNotes())}>
                取消
              </Link>
            </p>
          </ScreenForm>
          <ScreenForm of={removal} preventScrollReset>
            <NoDefaultButton />
            <QuestionBox intents={["delete"]} />
            <button type="submit" className="button" name="intent" value="delete">
              删除笔记
            </button>
          </ScreenForm>
        </div>
      </FieldProvider>
    </PersonalScreen>
  );
}
