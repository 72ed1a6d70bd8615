import type { ActivityWhole } from "contract/activities/shapes";
import { formatDay, formatMinute } from "~/format/time";
import { Picture } from "~/ui/picture";
import styles from "./activity.module.css";

/** The agenda of an activity. */
export function Agenda({ agenda }: Pick<ActivityWhole, "agenda">) {
  return (
    <section className={`surface ${styles.box}`} aria-labelledby="agenda">
      <h2 id="agenda">议程</h2>
      <ol className={styles.agenda}>
        {agenda.map((item) => (
          <li key={`${item.at} ${item.title}`}>
            <span className={styles.at}>{item.at}</span>
            <div>
              <b>{item.title}</b>
              {item.speaker || item.place ? (
                <p className="facts">
                  {item.speaker ? <span>{item.speaker}</span> : null}
                  {item.place ? <span>{item.place}</span> : null}
                </p>
              ) : null}
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** The speakers of an activity. */
export function Speakers({ speakers }: Pick<ActivityWhole, "speakers">) {
  return (
    <section className={`surface ${styles.box}`} aria-labelledby="speakers">
      <h2 id="speakers">嘉宾</h2>
      <ul className={styles.speakers}>
        {speakers.map(({ name, title, introduction, picture }) => (
          <li key={name}>
            {picture ? (
              <span className={styles.photo}>
                <Picture picture={picture} sizes="64px" alt="" />
              </span>
            ) : null}
            <div>
              <b>{name}</b>
              {title ? <p className={styles.note}>{title}</p> : null}
              {introduction ? <p>{introduction}</p> : null}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The published results, by category and rank. */
export function Results({ activity: { results, resultsAt } }: { activity: ActivityWhole }) {
  const categories = [...new Set(results.map(({ category }) => category))];
  return (
    <section className={`surface ${styles.box}`} aria-labelledby="results">
      <h2 id="results">结果</h2>
      <p className={styles.note}>{resultsAt ? `${formatDay(resultsAt)} 公布` : null}</p>
      {results.length === 0 ? <p>没有提交的作品。</p> : null}
      {categories.map((category) => (
        <div key={category} className={styles.table}>
          <table>
            <caption>{category || "全部作品"}</caption>
            <thead>
              <tr>
                <th scope="col">名次</th>
                <th scope="col">作品</th>
                <th scope="col">作者</th>
                <th scope="col">得分</th>
              </tr>
            </thead>
            <tbody>
              {results
                .filter((one) => one.category === category)
                .map((one) => (
                  <tr key={one.workId}>
                    <td>{one.rank}</td>
                    <td>{one.title}</td>
                    <td>{one.by}</td>
                    <td>{one.score.toFixed(1)}</td>
                  </tr>
                ))}
            </tbody>
          </table>
        </div>
      ))}
    </section>
  );
}

/** The text of a deadline. */
export const until = (at: string) => `${formatMinute(at)} 前`;
