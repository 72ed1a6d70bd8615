import { Link } from "@remix-run/react";
import type { CallResponse } from "contract";
import type { MouseEvent } from "react";
import { shownDuration } from "~/format/duration";
import { ScreenForm } from "~/forms/form/screen-form";
import { useScreenForm } from "~/forms/form/use-screen-form";
import { useShell } from "~/navigation/use-shell";
import { notesAddress } from "~/screens/study-notes/addresses";
import noteStyles from "~/screens/study-notes/note.module.css";
import { NoteFields } from "~/screens/study-notes/note-fields";
import { NoteView } from "~/screens/study-notes/note-view";
import { LoginDialog } from "~/ui/dialogs";
import styles from "./own-parts.module.css";

interface NotesProps {
  notes: CallResponse<"lessonNotes">;
  submissionId: string;
  /** The form came back. */
  isOpen: boolean;
  /** The part that was chosen in it. */
  chosen: string;
}

/** The member's own notes about the lesson, and the form for one more. */
export function Notes({ notes: { notes, total, parts, seconds }, submissionId, isOpen, chosen }: NotesProps) {
  const { to, here } = useShell();
  return (
    <section className={`surface ${styles.box}`} aria-labelledby="notes">
      <h2 id="notes">
        我的笔记 <small>只有自己看得到</small>
      </h2>
      {notes.length > 0 ? (
        <ul className={noteStyles.notes}>
          {notes.map((note) => (
            <li key={note.id}>
              <NoteView note={note} />
            </li>
          ))}
        </ul>
      ) : null}
      <details className={styles.write} open={isOpen}>
        <summary>记一条笔记</summary>
        <NoteForm
          key={total}
          parts={parts}
          seconds={seconds}
          submissionId={submissionId}
          chosen={chosen}
          here={here}
        />
      </details>
      {notes.length > 0 ? (
        <p className={styles.all}>
          {total > notes.length ? `这节课共 ${total} 条笔记，这里是最新的 ${notes.length} 条。` : null}
          <Link to={to(notesAddress({ course: notes[0]?.course.id }))}>这门课的全部笔记</Link>
        </p>
      ) : null}
    </section>
  );
}

/** Types the second at which the video stands; at its end a player may say more than the video has. */
function fillSecond({ currentTarget: { form } }: MouseEvent<HTMLButtonElement>, seconds: number) {
  const video = document.querySelector("video");
  const field = form?.elements.namedItem("at");
  if (video && field instanceof HTMLInputElement)
    field.value = shownDuration(Math.min(Math.floor(video.currentTime), seconds));
}

function NoteForm({
  parts,
  seconds,
  submissionId,
  chosen,
  here,
}: Pick<NotesProps["notes"], "parts" | "seconds"> &
  Pick<NotesProps, "submissionId" | "chosen"> & { here: string }) {
  const form = useScreenForm({ id: "note", intent: "note" });
  return (
    <ScreenForm of={form} className={noteStyles.form} submissionId={submissionId} preventScrollReset replace>
      <NoteFields
        parts={parts}
        hasTime={seconds > 0}
        lost={chosen && !parts.includes(chosen) ? chosen : undefined}
      />
      <p className={styles.noteButtons}>
        <button type="submit" className="button" name="intent" value="note">
          保存笔记
        </button>
        {seconds > 0 ? (
          <button
            type="button"
            className="link-button needs-script"
            onClick={(event) => fillSecond(event, seconds)}
          >
            填入视频现在的时间
          </button>
        ) : null}
      </p>
      {form.failure?.dialog === "login" ? <LoginDialog redirect={here} keepsPage /> : null}
    </ScreenForm>
  );
}
