import type { LessonDetail } from "contract/training/courses/calls";
import { useEffect, useState } from "react";
import styles from "./lesson.module.css";
import type { LessonPlayer } from "./use-player";

const speeds = [0.75, 1, 1.25, 1.5, 2];
/** The storage key of the chosen speed, which also applies to later lessons. */
const speedKey = "lesson-speed";

interface PlayerProps {
  lesson: LessonDetail;
  video: NonNullable<LessonDetail["video"]>;
  player: LessonPlayer;
}

/**
 * The browser's own player. It loads no byte of the video before somebody plays it; it shows the poster instead of the
 * first picture; captions are on. The fragment of the file's address sets the start second, so this works before
 * JavaScript.
 */
export function Player({ lesson, video, player }: PlayerProps) {
  // A position that is saved later does not change the start of this video.
  const [start] = useState(player.second);
  const from = start > 0 ? `#t=${start}` : "";
  return (
    <div id="player" className={styles.frame}>
      {/* biome-ignore lint/a11y/useMediaCaption: the captions come with the lesson */}
      <video
        key={lesson.id}
        ref={player.element}
        className={styles.player}
        controls
        preload="none"
        playsInline
        poster={video.poster.url}
        width={video.width || undefined}
        height={video.height || undefined}
        aria-label={lesson.title}
        onPlay={player.onPlay}
        onTimeUpdate={player.onTime}
        onPause={player.onPause}
        onSeeking={player.onSeeking}
      >
        {video.files.map(({ address, type }) => (
          <source key={address} src={address + from} type={type} />
        ))}
        {video.captions ? (
          <track kind="captions" src={video.captions} srcLang="zh" label="中文字幕" default />
        ) : null}
        <a href={video.files[0]?.address}>你的浏览器不能播放，点这里下载视频</a>
      </video>
      <Speed player={player} />
    </div>
  );
}

/** The choice of the playback speed. Without JavaScript the player's own menu offers it. */
function Speed({ player: { element } }: { player: LessonPlayer }) {
  const [speed, setSpeed] = useState(1);
  useEffect(() => {
    try {
      const stored = Number(localStorage.getItem(speedKey));
      if (speeds.includes(stored)) setSpeed(stored);
    } catch {
      // Without storage each lesson starts at the usual speed.
    }
  }, []);
  useEffect(() => {
    if (!element.current) return;
    element.current.defaultPlaybackRate = speed;
    element.current.playbackRate = speed;
  }, [element, speed]);
  return (
    <label className={`needs-script ${styles.speed}`}>
      倍速
      <select
        value={speed}
        onChange={(event) => {
          const chosen = Number(event.currentTarget.value);
          setSpeed(chosen);
          try {
            localStorage.setItem(speedKey, String(chosen));
          } catch {
            // Without storage the speed is for this lesson only.
          }
        }}
      >
        {speeds.map((each) => (
          <option key={each} value={each}>
            {each}×
          </option>
        ))}
      </select>
    </label>
  );
}
