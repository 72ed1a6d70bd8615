import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { VideoCards } from "~/lists/works/video-card";
import { screenMeta } from "~/metadata/screen-meta";
import { breadcrumbData } from "~/metadata/structured-data.server";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { optionalId, pageNumber } from "~/request/inputs.server";
import { screenLoader } from "~/request/screen.server";
import { EmptyState } from "~/ui/empty-state";
import { Pagination } from "~/ui/pagination";
import styles from "./video.module.css";

const inputs = { query: z.object({ prodId: optionalId, page: pageNumber }), missing: "没有这个产品" };

/** /resources/videos: all videos, the most played ones first; with `prodId` those of one product. */
export const loader = screenLoader(inputs, async ({ scope, query }) => {
  scope.page.structuredData.push(
    breadcrumbData(scope, [
      { name: "资源中心", path: paths.resources() },
      { name: "视频", path: paths.videos() },
    ]),
  );
  return { prodId: query.prodId, list: await scope.publicGateway.call("videoList", query) };
});
export const meta = screenMeta<typeof loader>({
  description: () => "上手、调试与量产的短视频：带字幕，点开才加载。",
  head: ({ list }) => ({ page: list.page }),
});

export default function Videos() {
  const { prodId, list } = useLoaderData<typeof loader>();
  const { to } = useShell();
  return (
    <section className={`surface ${styles.list}`}>
      <header>
        <h1>视频</h1>
        <p>上手、调试与量产的短视频，大家最近看得多的在前面。</p>
      </header>
      {list.videos.length === 0 ? (
        <EmptyState title="还没有视频" text="换个产品看看，或者到论坛问一问。" />
      ) : (
        <VideoCards videos={list.videos} />
      )}
      <Pagination
        page={list.page}
        pages={list.pages}
        href={(page) => to(paths.videos({ ...(prodId === undefined ? {} : { prodId }), page }))}
      />
    </section>
  );
}
