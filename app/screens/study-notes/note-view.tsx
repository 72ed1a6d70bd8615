import { Link } from "@remix-run/react";
import type { StudyNote } from "contract/training/notes/calls";
import type { ReactNode } from "react";
import { shownDuration } from "~/format/duration";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { RelativeTime } from "~/ui/relative-time";
import { lessonPart, notesAddress } from "./addresses";
import styles from "./note.module.css";

/** A note with links to what it is about. @param children before them, such as the lesson's name */
export function NoteView({ note, children }: { note: StudyNote; children?: ReactNode }) {
  const { to } = useShell();
  const { lesson, at, part, text, updatedAt } = note;
  return (
    <>
      <p className="facts">
        {children}
        {at === null ? null : (
          <a href={`${to(paths.lesson(lesson.id, { t: at }))}#player`}>
            {shownDuration(at)}
            <span className="visually-hidden"> 从这里播放</span>
          </a>
        )}
        {part ? <a href={to(lessonPart(lesson.id, part))}>“{part}”</a> : null}
        <RelativeTime at={updatedAt} />
        <Link to={to(notesAddress({ note: note.id }))}>
          编辑<span className="visually-hidden">笔记“{text.slice(0, 20)}”</span>
        </Link>
      </p>
      <p className={styles.text}>{text}</p>
    </>
  );
}
