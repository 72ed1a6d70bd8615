import { Form, Link, useLoaderData } from "@remix-run/react";
import { keywordMax } from "contract/training/constants";
import { screenMeta } from "~/metadata/screen-meta";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { screenLoader } from "~/request/screen.server";
import { EmptyState } from "~/ui/empty-state";
import { Icon } from "~/ui/icon";
import { Pagination } from "~/ui/pagination";
import { PersonalScreen } from "../personal/personal-frame";
import noteStyles from "./note.module.css";
import { NoteView } from "./note-view";
import styles from "./notes.module.css";
import { notesQuery } from "./notes-query.server";

/** /personalCenter/notes: the member's notes about lessons, of one course (`course`) and with words in them (`q`). */
export const loader = screenLoader({ query: notesQuery }, async ({ scope, query }) => ({
  ...(await scope.gateway.call("studyNotes", { course: query.course, text: query.q, page: query.page })),
  query,
}));
export const meta = screenMeta();

export default function StudyNotes() {
  const { notes, courses, page, pages, total, query } = useLoaderData<typeof loader>();
  const { to } = useShell();
  const { course, q } = query;
  const isNarrowed = course !== undefined || q !== "";
  return (
    <PersonalScreen title="学习笔记">
      {courses.length > 0 ? (
        <Form
          method="get"
          action={to(paths.studyNotes())}
          className={`${styles.find} no-print`}
          role="search"
        >
          <select
            name="course"
            className="plain-input"
            aria-label="课程"
            defaultValue={course === undefined ? "" : String(course)}
            key={`course ${course}`}
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
            <a className="button" href={paths.studyNotesFile({ course, q })} download>
              <Icon name="download" />
              {isNarrowed ? `导出这 ${total} 条` : "导出 Markdown"}
            </a>
          ) : null}
        </Form>
      ) : null}
      {notes.length > 0 ? (
        <>
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
          <Pagination
            page={page}
            pages={pages}
            href={(other) => to(paths.studyNotes({ course, q, page: other }))}
          />
        </>
      ) : isNarrowed ? (
        <EmptyState title="没有找到笔记" text="换个词，或者看全部课程的笔记。">
          <Link className="button" to={to(paths.studyNotes())}>
            全部笔记
          </Link>
        </EmptyState>
      ) : (
        <EmptyState
          title="还没有笔记"
          text="打开一节课，在“我的笔记”里记：可以记在视频的某一秒，或讲义的某一段；只有自己看得到。"
        >
          <Link className="button" data-primary to={to(paths.courses())}>
            去培训课堂
          </Link>
        </EmptyState>
      )}
    </PersonalScreen>
  );
}
