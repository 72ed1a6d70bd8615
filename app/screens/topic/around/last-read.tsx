import { useState } from "react";
import type { TopicPage } from "../model/topic-page";
import styles from "./reading.module.css";

/**
 * 跳到上次阅读: the link to the first floor that the reader has not seen. The text keeps its first value while the page is
 * open, because reading the page changes the saved floor.
 */
export function LastRead({ page: { topic, at } }: { page: TopicPage }) {
  const [before] = useState(topic.reading?.floor ?? 0);
  if (before < 1 || before >= topic.lastFloor) return null;
  const next = topic.floors.find(({ floor }) => floor === before + 1);
  return (
    <p className={`${styles.last} no-print`}>
      上次读到 {before} 楼{" "}
      {next ? (
        <a href={`#post-${next.pid}`}>跳到上次阅读</a>
      ) : (
        <a data-live="" href={at({ page: 1, floor: before + 1 })}>
          跳到上次阅读
        </a>
      )}
    </p>
  );
}
