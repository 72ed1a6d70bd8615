import { Link } from "@remix-run/react";
import type { NewsRow as News } from "contract/information/calls";
import type { ReactNode } from "react";
import { formatDay } from "~/format/time";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { Picture } from "~/ui/picture";
import styles from "./news-row.module.css";

interface Props {
  news: News;
  /** Whether it stands at the top of the list, with a large picture. */
  leads?: boolean;
  /** What appears beside its date. */
  children?: ReactNode;
}

/** A piece of news in a list. */
export function NewsRow({ news, leads = false, children }: Props) {
  const { to } = useShell();
  const { id, title, summary, category, date, cover } = news;
  return (
    <li className={styles.row} data-leads={leads || undefined}>
      {cover ? (
        <Picture
          picture={cover}
          sizes={leads ? "(max-width: 767px) 100vw, 360px" : "(max-width: 767px) 104px, 160px"}
          first={leads}
          alt=""
          className={`thumbnail ${styles.cover}`}
        />
      ) : null}
      <div className={styles.text}>
        <h3>
          <Link to={to(paths.news(id))}>{title}</Link>
        </h3>
        <p>{summary}</p>
        <p className="facts">
          <Link to={to(paths.information(category.id))}>{category.name}</Link>
          <time dateTime={date}>{formatDay(date)}</time>
          {children}
        </p>
      </div>
    </li>
  );
}
