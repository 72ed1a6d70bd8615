import { Link, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { orWithout } from "~/failure/explain.server";
import { shownDuration } from "~/format/duration";
import { shortCount } from "~/format/text";
import { RailBox } from "~/lists/list-page";
import { CollectButton } from "~/lists/works/collect-button";
import { VideoCards } from "~/lists/works/video-card";
import { videoData } from "~/metadata/catalogue-data.server";
import { screenMeta } from "~/metadata/screen-meta";
import { breadcrumbData } from "~/metadata/structured-data.server";
import { PreviewNote } from "~/moderation/preview-note";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { pathId, previewQuery } from "~/request/inputs.server";
import { screenLoader } from "~/request/screen.server";
import { Player } from "./player";
import styles from "./video.module.css";

const inputs = {
  params: z.object({ id: pathId }),
  query: z.object({ preview: previewQuery }),
  missing: "没有这个视频",
};

/** /resources/videos/{id}: a video with its subtitles, and the most played videos. */
export const loader = screenLoader(inputs, async ({ scope, params: { id }, query: { preview } }) => {
  const collectStatus = async () =>
    (await scope.signedIn())
      ? scope.gateway.call("collectStatus", { kind: "video", targets: [id] })
      : { collected: [] as number[] };
  const [video, hot, { collected }] = await Promise.all([
    scope.publicGateway.call("videoDetail", preview === undefined ? { id } : { id, preview }),
    orWithout(scope, scope.publicGateway.call("queryHotVideo", { count: 5 }), { videos: [] }),
    orWithout(scope, collectStatus(), { collected: [] as number[] }),
  ]);
  scope.page.structuredData.push(
    videoData(scope, video),
    breadcrumbData(scope, [
      { name: "视频", path: paths.videos() },
      { name: video.title, path: paths.video(id) },
    ]),
  );
  return {
    video,
    others: hot.videos.filter((other) => other.course !== null || other.id !== id).slice(0, 4),
    collected: collected.includes(id),
  };
});
export const meta = screenMeta<typeof loader>({
  title: ({ video }) => video.title,
  description: ({ video }) => video.summary || video.title,
  head: ({ video }) => ({ type: "article", modified: video.updatedAt, indexed: !video.preview }),
});

export default function Video() {
  const { video, others, collected } = useLoaderData<typeof loader>();
  const { to } = useShell();
  return (
    <div className={styles.page}>
      <article className={`surface ${styles.main}`}>
        {video.preview ? <PreviewNote kind="videos" contentKey={String(video.id)} /> : null}
        <Player key={video.id} video={video} />
        <div className={styles.head}>
          <h1>{video.title}</h1>
          {video.summary ? <p>{video.summary}</p> : null}
          <p className="facts">
            <time dateTime={video.date}>{video.date}</time>
            <span>{shownDuration(video.seconds)}</span>
            <span>播放 {shortCount(video.plays)}</span>
            <span>收藏 {shortCount(video.collected)}</span>
            {video.delisted ? <span>这个视频已下架，不再更新</span> : null}
          </p>
          <div className={styles.buttons}>
            {video.preview || (video.delisted && !collected) ? null : (
              <CollectButton kind="video" target={video.id} collected={collected} name={video.title} />
            )}
            <Link className="button" to={to(paths.videos())}>
              全部视频
            </Link>
          </div>
        </div>
      </article>
      <aside className={styles.rail} aria-label="相关">
        {video.products.length > 0 ? (
          <RailBox title="视频里的产品">
            <ul>
              {video.products.map(({ id, name }) => (
                <li key={id}>
                  <Link to={to(paths.product(id))}>{name}</Link>
                </li>
              ))}
            </ul>
          </RailBox>
        ) : null}
        {others.length > 0 ? (
          <RailBox title="大家在看">
            <div className={styles.others}>
              <VideoCards videos={others} />
            </div>
          </RailBox>
        ) : null}
      </aside>
    </div>
  );
}
