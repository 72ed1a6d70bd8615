import { Form } from "@remix-run/react";
import { keywordMax } from "contract/training/constants";
import type { LessonDetail } from "contract/training/courses/calls";
import { Fragment, type MouseEvent, useState } from "react";
import { shownDuration } from "~/format/duration";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { Icon } from "~/ui/icon";
import styles from "./lesson.module.css";
import { piecesWith } from "./transcript-pieces";
import type { LessonPlayer } from "./use-player";

interface TranscriptProps {
  lesson: LessonDetail;
  /** The search text within the transcript. */
  query: string;
  player: LessonPlayer;
}

/**
 * The captions as text, each line a link to its second, and a search in them. Before JavaScript the search text is in
 * the address; with JavaScript the list changes while the reader types.
 */
export function Transcript({ lesson, query, player }: TranscriptProps) {
  const { to } = useShell();
  const [text, setText] = useState(query);
  const words = text.trim();
  const lines = lesson.transcript.map((line) => ({ ...line, pieces: piecesWith(line.text, words) }));
  const matches = lines.filter(({ pieces }) => pieces.length > 1);
  const visibleLines = words && matches.length > 0 ? matches : lines;
  const seek = (event: MouseEvent<HTMLElement>) => {
    const link = (event.target as HTMLElement).closest<HTMLAnchorElement>("a[data-at]");
    if (!link || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    player.seek(Number(link.dataset.at));
  };
  // Before the video plays, no line is current.
  const isSpoken = ({ at, until }: { at: number; until: number }) =>
    player.second > 0 && player.second >= Math.floor(at) && player.second < until;
  return (
    <section className={`surface ${styles.box}`} aria-labelledby="transcript">
      <h2 id="transcript">逐字稿</h2>
      <Form
        method="get"
        action={`${to(paths.lesson(lesson.id))}#transcript`}
        className={styles.find}
        onSubmit={(event) => event.preventDefault()}
      >
        <label htmlFor="transcript-q" className="visually-hidden">
          在逐字稿里查找
        </label>
        <input
          id="transcript-q"
          type="search"
          name="q"
          className="plain-input"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          maxLength={keywordMax}
          placeholder="在逐字稿里查找"
          autoComplete="off"
        />
        <button type="submit" className="button needs-no-script">
          <Icon name="search" />
          查找
        </button>
        <p role="status" className={styles.note}>
          {words ? (matches.length > 0 ? `${matches.length} 处` : "没有找到，下面是全文") : null}
        </p>
      </Form>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the links inside handle the keyboard */}
      <ol className={styles.transcript} onClick={seek}>
        {visibleLines.map(({ at, until, pieces }) => (
          <li key={at} data-current={isSpoken({ at, until }) || undefined}>
            <a href={`${to(paths.lesson(lesson.id, { t: Math.floor(at) }))}#player`} data-at={Math.floor(at)}>
              <span className={styles.time}>{shownDuration(Math.floor(at))}</span>
              <span>
                {pieces.map((piece, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a line do not change
                  <Fragment key={index}>{index % 2 === 1 ? <mark>{piece}</mark> : piece}</Fragment>
                ))}
              </span>
            </a>
          </li>
        ))}
      </ol>
    </section>
  );
}
