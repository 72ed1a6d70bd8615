import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { Fragment } from "react";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import styles from "./list-page.module.css";

export interface Choice {
  name: string;
  href: string;
  current: boolean;
}

/** A list with an optional rail beside it. */
export function ListPage({ children, rail, label }: { children: ReactNode; rail: ReactNode; label: string }) {
  return (
    <div className={styles.page} data-alone={rail === null || undefined}>
      <section className={`surface ${styles.list}`}>{children}</section>
      {rail === null ? null : (
        <aside className={styles.rail} aria-label={label}>
          {rail}
        </aside>
      )}
    </div>
  );
}

/** A box in the rail; `note` is small text beside its title. */
export function RailBox({ title, note, children }: { title: string; note?: string; children: ReactNode }) {
  return (
    <section className={`surface ${styles.box}`}>
      <h2>
        {title}
        {note ? <small>{note}</small> : null}
      </h2>
      {children}
    </section>
  );
}

/** A row above a list with tabs, choices or both. */
export function ListBar({ children }: { children: ReactNode }) {
  return <div className={styles.bar}>{children}</div>;
}

/** The tabs of a screen; each has its own address. */
export function Tabs({ label, tabs }: { label: string; tabs: Choice[] }) {
  return <Choices label={label} choices={tabs} className={styles.tabs} current="page" />;
}

interface ChoicesProps {
  label: string;
  choices: Choice[];
  className?: string | undefined;
  current?: "page" | "true";
}

/** A row of choices that change the list's address. */
export function Choices({ label, choices, className = styles.choices, current = "true" }: ChoicesProps) {
  return (
    <nav className={className} aria-label={label}>
      {choices.map((choice) => (
        <Fragment key={choice.name}>
          <Link to={choice.href} aria-current={choice.current ? current : undefined} preventScrollReset>
            {choice.name}
          </Link>{" "}
        </Fragment>
      ))}
    </nav>
  );
}

/** Tags as small links; `count` is the number of things with the tag, followed by `unit`. */
export function TagChips({
  tags,
  unit,
}: {
  tags: { id: number; name: string; count?: number }[];
  unit?: string;
}) {
  const { to } = useShell();
  return (
    <ul className={styles.chips}>
      {tags.map((tag) => (
        <li key={tag.id}>
          <Link
            to={to(paths.tag(tag.id))}
            title={tag.count !== undefined && unit ? `${tag.count} ${unit}` : undefined}
          >
            {tag.name}
            {tag.count === undefined ? null : <small>{tag.count}</small>}
          </Link>
        </li>
      ))}
    </ul>
  );
}
