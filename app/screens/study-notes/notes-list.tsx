import { Form, Link } from "@remix-run/react";
import type { CallResponse } from "contract";
import { keywordMax } from "contract/training/constants";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { EmptyState } from "~/ui/empty-state";
import { Icon } from "~/ui/icon";
import { Pagination } from "~/ui/pagination";
import { notesAddress, notesFileAddress } from "./addresses";
import noteStyles from "./note.module.css";
import { NoteView } from "./note-view";
import styles from "./notes.module.css";

interface NotesListProps {
  all: CallResponse<"studyNotes">;
  query: { course?: number | undefined; q: string };
}

/** The member's notes about lessons, of one course and with words in them. */
export function NotesList({ all: { notes, courses, page, pages, total }, query }: NotesListProps) {
  const { to } = useShell();
  const { course, q } = query;
  const isNarrowed = course !== undefined || q !== "";
  if (courses.length === 0)
    return (
      <EmptyState
        title="还没有笔记"
        text="打开一节课，在“我的笔记”里记：可以记在视频的某一秒，或讲义的某一段；只有自己看得到。"
      >
        <Link className="button" data-primary to={to(paths.courses())}>
          去培训课堂
        </Link>
      </EmptyState>
    );
  return (
    <>
      <Form method="get" action={to(paths.study())} className={`${styles.find} no-print`} role="search">
        <input type="hidden" name="tab" value="notes" />
        <select
          key={`course ${course}`}
          name="course"
          className="plain-input"
          aria-label="课程"
          defaultValue={course === undefined ? "" : String(course)}
        >
          <option value="">全部课程</option>
          {courses.map(({ id, name, notes: count }) => (
            <option key={id} value={id}>
              {name}（{count}）
            </option>
          ))}
        </select>
        <input
          key={`q ${q}`}
          type="search"
          name="q"
          className="plain-input"
          aria-label="在笔记里查找"
          defaultValue={q}
          maxLength={keywordMax}
          placeholder="在笔记里查找"
          autoComplete="off"
        />
        <button type="submit" className="button">
          <Icon name="search" />
          查找
        </button>
        {total > 0 ? (
          <a className="button" href={notesFileAddress({ course, q })} download>
            <Icon name="download" />
            {isNarrowed ? `导出这 ${total} 条` : "导出 Markdown"}
          </a>
        ) : null}
      </Form>
      {notes.length > 0 ? (
        <ul className={`${noteStyles.notes} ${styles.padded}`}>
          {notes.map((note) => (
            <li key={note.id}>
              <NoteView note={note}>
                <Link to={to(paths.lesson(note.lesson.id))}>{note.lesson.name}</Link>
                {course === undefined ? <span>{note.course.name}</span> : null}
              </NoteView>
            </li>
          ))}
        </ul>
      ) : (
        <EmptyState title="没有找到笔记" text="换个词，或者看全部课程的笔记。">
          <Link className="button" to={to(paths.study("notes"))}>
            全部笔记
          </Link>
        </EmptyState>
      )}
      <Pagination page={page} pages={pages} href={(other) => to(notesAddress({ course, q, page: other }))} />
    </>
  );
}
