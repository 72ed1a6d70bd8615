import { Link } from "@remix-run/react";
import type { CallResponse } from "contract";
import type { ActivityHome } from "contract/activities/home";
import type { ActivityWhole } from "contract/activities/shapes";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { Icon } from "~/ui/icon";
import { Pagination } from "~/ui/pagination";
import { Picture } from "~/ui/picture";
import { Prose } from "~/ui/prose";
import styles from "./contest.module.css";

/** What is left of an activity once it is over: what the organisers wrote, or where to go on. */
export function Recap({ activity: { home, kind, section } }: { activity: ActivityWhole }) {
  const { to } = useShell();
  return (
    <section className={`surface ${styles.box}`} aria-labelledby="recap">
      <h2 id="recap">回顾</h2>
      {home?.recapHtml ? <Prose html={home.recapHtml} /> : <p>活动已经结束，谢谢参加。</p>}
      <p className={styles.ways}>
        <Link to={to(paths.activities({ kind }))}>看同类的活动</Link>{" "}
        {section ? <Link to={to(paths.section(section.id))}>到{section.name}版块接着聊</Link> : null}
      </p>
    </section>
  );
}

/** The winners whom the operator presents, with pictures. */
export function Winners({ winners }: Pick<ActivityHome, "winners">) {
  return (
    <section className={`surface ${styles.box}`} aria-labelledby="winners">
      <h2 id="winners">获奖作品</h2>
      <ul className={styles.works}>
        {winners.map((winner) => (
          <li key={`${winner.award} ${winner.title}`}>
            {winner.picture ? (
              <span className={styles.picture}>
                <Picture picture={winner.picture} sizes="(max-width: 767px) 100vw, 360px" />
              </span>
            ) : null}
            <p>
              <span className="label" data-kind="digest">
                <Icon name="trophy" />
                {winner.award}
              </span>
            </p>
            <h3>{winner.title}</h3>
            <p className="facts">
              <span>{winner.by}</span>
              {winner.track ? <span>{winner.track}</span> : null}
            </p>
            {winner.text ? <p>{winner.text}</p> : null}
            <Links
              links={[
                { label: "代码仓库", url: winner.repository },
                { label: "演示视频", url: winner.video },
              ].filter(({ url }) => url !== "")}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Links({ links }: { links: { label: string; url: string }[] }) {
  if (links.length === 0) return null;
  return (
    <p className={styles.ways}>
      {links.map(({ label, url }) => (
        <span key={label}>
          <a href={url} rel="noopener nofollow ugc">
            <Icon name="external-link" />
            {label}
          </a>{" "}
        </span>
      ))}
    </p>
  );
}

interface GalleryProps {
  id: number;
  gallery: CallResponse<"activityGallery">;
}

/** The works that were handed in, once nobody can change them. */
export function Gallery({ id, gallery: { items, page, pages, total } }: GalleryProps) {
  const { to } = useShell();
  return (
    <section className={`surface ${styles.box}`} aria-labelledby="gallery">
      <h2 id="gallery">
        作品展 <small>{total} 件</small>
      </h2>
      <ul className={styles.works}>
        {items.map((work) => (
          <li key={work.id}>
            {work.award || work.rank !== null ? (
              <p>
                <span className="label" data-kind={work.award ? "digest" : undefined}>
                  {work.award || `第 ${work.rank} 名`}
                </span>
              </p>
            ) : null}
            <h3>{work.title}</h3>
            <p className="facts">
              {work.by ? <span>{work.by}</span> : null}
              {work.category ? <span>{work.category}</span> : null}
            </p>
            {work.texts.map(({ label, text }) => (
              <div key={label}>
                <b className={styles.note}>{label}</b>
                <p className={styles.text}>{text}</p>
              </div>
            ))}
            <Links links={work.links} />
          </li>
        ))}
      </ul>
      <Pagination page={page} pages={pages} href={(number) => to(paths.activity(id, number))} />
    </section>
  );
}
