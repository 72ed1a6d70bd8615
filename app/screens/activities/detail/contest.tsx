import type { ActivityHome } from "contract/activities/home";
import type { ReactNode } from "react";
import { Icon } from "~/ui/icon";
import styles from "./contest.module.css";

function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section className={`surface ${styles.box}`} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

/** The parts of a contest's page that stay the same from its announcement on. Empty ones are left out. */
export function ContestParts({ home }: { home: ActivityHome }) {
  const { prizes, tracks, materials, criteria, panel } = home;
  return (
    <>
      {prizes.length > 0 ? (
        <Part id="prizes" title="奖项">
          <ul className={styles.prizes}>
            {prizes.map(({ name, count, prize }) => (
              <li key={name}>
                <Icon name="trophy" />
                <div>
                  <b>{name}</b> <small>{count} 名</small>
                  <p>{prize}</p>
                </div>
              </li>
            ))}
          </ul>
        </Part>
      ) : null}
      {tracks.length > 0 ? (
        <Part id="tracks" title="赛道">
          <dl className={styles.named}>
            {tracks.map(({ name, text }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
        </Part>
      ) : null}
      {materials.length > 0 ? (
        <Part id="materials" title="数据与板卡">
          <dl className={styles.named}>
            {materials.map(({ name, text, url }) => (
              <div key={name}>
                <dt>
                  {url ? (
                    <a href={url} rel="noopener">
                      {name}
                    </a>
                  ) : (
                    name
                  )}
                </dt>
                {text ? <dd>{text}</dd> : null}
              </div>
            ))}
          </dl>
        </Part>
      ) : null}
      {criteria.length > 0 ? <Criteria criteria={criteria} /> : null}
      {panel.length > 0 ? (
        <Part id="panel" title="评委">
          <ul className={styles.panel}>
            {panel.map(({ name, title, introduction }) => (
              <li key={name}>
                <b>{name}</b>
                {title ? <p className={styles.note}>{title}</p> : null}
                {introduction ? <p>{introduction}</p> : null}
              </li>
            ))}
          </ul>
        </Part>
      ) : null}
    </>
  );
}

function Criteria({ criteria }: Pick<ActivityHome, "criteria">) {
  const total = criteria.reduce((sum, { weight }) => sum + weight, 0);
  return (
    <Part id="criteria" title="评分标准">
      <ul className={styles.criteria}>
        {criteria.map(({ name, weight, text }) => (
          <li key={name}>
            <p className={styles.weight}>
              <b>{name}</b>
              <span>
                {weight} / {total}
              </span>
            </p>
            <meter min={0} max={total} value={weight} aria-label={`${name}的分量`} />
            {text ? <p className={styles.note}>{text}</p> : null}
          </li>
        ))}
      </ul>
    </Part>
  );
}

/** Questions that people ask, opened one by one. */
export function Questions({ questions }: Pick<ActivityHome, "questions">) {
  if (questions.length === 0) return null;
  return (
    <Part id="questions" title="常见问题">
      {questions.map(({ question, answer }) => (
        <details key={question} className={styles.question}>
          <summary>{question}</summary>
          <p>{answer}</p>
        </details>
      ))}
    </Part>
  );
}
