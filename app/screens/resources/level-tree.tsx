import { Link } from "@remix-run/react";
import type { LevelNode } from "contract/resources/calls";
import { shortCount } from "~/format/text";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import styles from "./resources.module.css";
import { type ListQuery, listHref } from "./resources-query";

interface LevelTreeProps {
  levels: LevelNode[];
  query: ListQuery;
  /** The ids of the levels from the root to the current one. */
  open: number[];
}

type Node = Omit<LevelNode, "child"> & { child?: Node[] };

/** The tree of levels as links, unfolded along the current level. Empty levels are left out. */
export function LevelTree({ levels, query, open }: LevelTreeProps) {
  const { to } = useShell();
  const href = (id: number | undefined) => listHref(to(paths.resources()), { ...query, kind: "" }, { id });
  const branch = (nodes: Node[]) => (
    <ul>
      {nodes
        .filter(({ id, resources }) => resources > 0 || open.includes(id))
        .map((node) => (
          <li key={node.id}>
            <Link to={href(node.id)} aria-current={query.id === node.id ? "page" : undefined}>
              <span>{node.name}</span>
              <small>{shortCount(node.resources)}</small>
            </Link>
            {node.child && node.child.length > 0 && open.includes(node.id) ? branch(node.child) : null}
          </li>
        ))}
    </ul>
  );
  const total = levels.reduce((sum, { resources }) => sum + resources, 0);
  return (
    <nav className={styles.tree} aria-label="资源分类">
      <Link to={href(undefined)} aria-current={query.id === undefined ? "page" : undefined}>
        <span>全部资源</span>
        <small>{shortCount(total)}</small>
      </Link>
      {branch(levels)}
    </nav>
  );
}

/** The levels from the root to the level with this id; empty when the tree does not have it. */
export function pathTo(levels: Node[], id: number | undefined): Node[] {
  for (const level of levels) {
    if (level.id === id) return [level];
    const beneath = pathTo(level.child ?? [], id);
    if (beneath.length > 0) return [level, ...beneath];
  }
  return [];
}
