import { Link } from "@remix-run/react";
import type { CallResponse } from "contract";
import { shownDuration } from "~/format/duration";
import { ScreenForm } from "~/forms/form/screen-form";
import { useScreenForm } from "~/forms/form/use-screen-form";
import { FieldProvider } from "~/forms/inputs/field-provider";
import { NoDefaultButton } from "~/forms/outcomes/no-default-button";
import { QuestionBox } from "~/forms/outcomes/question-box";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { notesAddress } from "./addresses";
import noteStyles from "./note.module.css";
import { NoteFields } from "./note-fields";
import styles from "./notes.module.css";

/** One of the member's notes about lessons, to change or to delete. */
export function NoteForm({ note }: { note: CallResponse<"studyNote"> }) {
  const { lesson, course, at, part, text, parts, seconds } = note;
  const { to } = useShell();
  const form = useScreenForm({
    id: "note",
    intent: "save",
    defaultValue: { text, part, at: at === null ? "" : shownDuration(at) },
  });
  const removal = useScreenForm({ id: "delete", intent: "delete" });
  return (
    <FieldProvider>
      <div className={styles.forms}>
        <p className="facts">
          <Link to={to(paths.lesson(lesson.id))}>{lesson.name}</Link>{" "}
          <Link to={to(notesAddress({ course: course.id }))}>{course.name}</Link>
        </p>
        <ScreenForm of={form} className={noteStyles.form}>
          <NoteFields
            parts={parts}
            hasTime={seconds > 0 || at !== null}
            lost={part && !parts.includes(part) ? part : undefined}
          />
          <p className={styles.buttons}>
            <button type="submit" className="button" data-primary name="intent" value="save">
              保存笔记
            </button>
            <Link className="button" to={to(paths.study("notes"))}>
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
  );
}
