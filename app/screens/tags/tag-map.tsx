import { Link } from "@remix-run/react";
import type { CallResponse } from "contract";
import { Fragment } from "react";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { EmptyState } from "~/ui/empty-state";
import { TagCard } from "./tag-card";
import styles from "./tags.module.css";

type Groups = CallResponse<"tagMap">["groups"];

const anchor = (index: number) => `group-${index + 1}`;

/** The operator's tags by group, with a link to each group. */
export function TagMap({ groups }: { groups: Groups }) {
  const { to } = useShell();
  if (groups.length === 0)
    return (
      <section className="surface">
        <EmptyState title="标签地图还没有内容" text="社区还没有整理标签，先看看大家用过的。">
          <Link className="button" data-primary to={to(paths.tags("all"))}>
            看全部标签
          </Link>
        </EmptyState>
      </section>
    );
  return (
    <>
      <nav className={styles.groups} aria-label="标签分组">
        {groups.map((group, index) => (
          <Fragment key={group.name}>
            <a href={`#${anchor(index)}`}>{group.name}</a>{" "}
          </Fragment>
        ))}
      </nav>
      {groups.map((group, index) => (
        <section key={group.name} className={`surface ${styles.group}`} aria-labelledby={anchor(index)}>
          <h2 id={anchor(index)}>
            {group.name} <small>{group.tags.length}</small>
          </h2>
          <ul className={styles.cards}>
            {group.tags.map((tag) => (
              <TagCard key={tag.id} tag={tag} />
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}
