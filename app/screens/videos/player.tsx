import type { CallResponse } from "contract";
import { useEffect, useRef } from "react";
import { paths } from "~/navigation/paths";
import styles from "./video.module.css";

/**
 * The browser's own video player. It loads no video before somebody plays it, shows the poster, and has subtitles on.
 * A play is counted once, also when it started before JavaScript was loaded.
 */
export function Player({ video }: { video: CallResponse<"videoDetail"> }) {
  const element = useRef<HTMLVideoElement>(null);
  // A preview is no play.
  const hasCounted = useRef(video.preview);
  const tell = () => {
    if (hasCounted.current) return;
    hasCounted.current = true;
    void fetch(paths.play(), { method: "POST", body: new URLSearchParams({ id: String(video.id) }) }).catch(
      () => undefined,
    );
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, after hydration
  useEffect(() => {
    if (element.current && element.current.played.length > 0) tell();
  }, []);
  return (
    // biome-ignore lint/a11y/useMediaCaption: a video has subtitles when the operator supplied them
    <video
      ref={element}
      className={styles.player}
      controls
      preload="none"
      playsInline
      poster={video.poster.url}
      width={video.width}
      height={video.height}
      aria-label={video.title}
      onPlay={tell}
    >
      <source src={video.address} type={video.type} />
      {video.captions ? (
        <track kind="subtitles" src={video.captions} srcLang="zh" label="中文字幕" default />
      ) : null}
      <a href={video.address}>你的浏览器不能播放，点这里下载视频</a>
    </video>
  );
}
