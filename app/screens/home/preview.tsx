import { Link } from "@remix-run/react";
import { formatMinute } from "~/format/time";
import { NewsRow } from "~/lists/news-row";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { HomeBanners } from "./banners";
import { Block } from "./block";
import styles from "./home.module.css";
import type { readPreview } from "./preview.server";

/** /home/preview: what visitors see now, and from when they will see the rest. */
export function Preview({ banners, blocks, empty, news, drafted }: Awaited<ReturnType<typeof readPreview>>) {
  const { to } = useShell();
  const heldBack = banners.filter(({ later }) => later !== null);
  return (
    <div className={styles.home}>
      <header className={`surface ${styles.preview}`}>
        <h1>首页预览</h1>
        {drafted ? (
          <p>
            这是最新保存的一版，还没有发布。
            <Link to={to(paths.contentPiece("home", "home"))} prefetch="none">
              回到编辑
            </Link>
          </p>
        ) : null}
        <p>带“起显示”的内容访客还看不到，到时间会自己出现；这一页只有管理员能打开。</p>
        {heldBack.length > 0 ? (
          <ul>
            {heldBack.map(({ id, title, later }) => (
              <li key={id}>
                横幅“{title}”<Later at={later} />
              </li>
            ))}
          </ul>
        ) : null}
        {empty.length > 0 ? <p>没有内容、所以不显示的区块：{empty.join("、")}</p> : null}
      </header>
      <HomeBanners banners={banners} />
      {blocks.map(({ later, ...block }) => (
        <Block key={block.id} block={block}>
          <Later at={later} />
        </Block>
      ))}
      <section className={`surface ${styles.block}`} data-size="wide">
        <h2>未发布的资讯</h2>
        {news.length === 0 ? <p className={styles.none}>没有等着发布的资讯</p> : null}
        <ul>
          {news.map((row) => (
            <NewsRow key={row.id} news={row}>
              <Later at={row.date} />
            </NewsRow>
          ))}
        </ul>
      </section>
    </div>
  );
}

function Later({ at }: { at: string | null }) {
  return at === null ? null : (
    <span className="label" data-kind="state">
      {formatMinute(at)} 起显示
    </span>
  );
}
