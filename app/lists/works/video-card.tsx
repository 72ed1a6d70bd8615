import { Link } from "@remix-run/react";
import type { HotVideo, VideoRow } from "contract/videos/calls";
import type { ReactNode } from "react";
import { shownDuration } from "~/format/duration";
import { shortCount } from "~/format/text";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { Picture } from "~/ui/picture";
import styles from "./video-card.module.css";

type VideoCardRow = VideoRow & Partial<Pick<HotVideo, "course">>;

/**
 * Videos as posters with their length; no video is loaded. A course's video links to its lesson. `beside` renders
 * below each card.
 */
export function VideoCards({
  videos,
  beside,
}: {
  videos: VideoCardRow[];
  beside?: (video: VideoRow) => ReactNode;
}) {
  const { to } = useShell();
  return (
    <ul className={styles.cards}>
      {videos.map((video) => (
        <li key={`${video.course ? "lesson" : "video"} ${video.id}`} className={styles.card}>
          <Link
            to={to(video.course ? paths.lesson(video.id) : paths.video(video.id))}
            className={styles.link}
          >
            <span className={styles.poster}>
              <Picture picture={video.poster} sizes="(max-width: 767px) 50vw, 280px" alt="" />
              <span className={styles.length}>{shownDuration(video.seconds)}</span>
            </span>
            <span className={styles.title}>{video.title}</span>
          </Link>
          <p className="facts">
            {video.course ? (
              <span>{video.course.name}</span>
            ) : (
              <time dateTime={video.date}>{video.date}</time>
            )}
            <span>播放 {shortCount(video.plays)}</span>
            {video.delisted ? <span>已下架</span> : null}
          </p>
          {beside?.(video)}
        </li>
      ))}
    </ul>
  );
}
