import { Link } from "@remix-run/react";
import type { LearningPath } from "contract/training/paths/calls";
import { paths as addresses } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { Icon } from "~/ui/icon";
import styles from "../training.module.css";
import own from "./path.module.css";

/** The learning paths, each with what it leads to. */
export function PathCards({ paths }: { paths: LearningPath[] }) {
  const { to } = useShell();
  return (
    <section className={`surface ${styles.box}`} aria-labelledby="paths">
      <h2 id="paths">学习路径</h2>
      <ul className={own.cards}>
        {paths.map((path) => (
          <li key={path.id}>
            <Link to={to(addresses.learningPath(path.id))} prefetch="none">
              {path.title}
            </Link>
            <p>{path.summary}</p>
            <p className="facts">
              <span>{path.courses} 门课程</span>
              <span>{path.minutes} 分钟</span>
              {path.certificate ? (
                <span>
                  <Icon name="school" /> 证书
                </span>
              ) : null}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
