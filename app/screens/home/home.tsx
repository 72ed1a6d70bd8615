import { type ClientLoaderFunctionArgs, Link, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { screenMeta } from "~/metadata/screen-meta";
import { organizationData, siteData } from "~/metadata/structured-data.server";
import { keptScreen, useKeptScreen } from "~/navigation/kept-screens";
import { paths } from "~/navigation/paths";
import { useRoot, useShell } from "~/navigation/use-shell";
import { previewQuery } from "~/request/inputs.server";
import { screenLoader } from "~/request/screen.server";
import { EmptyState } from "~/ui/empty-state";
import { HomeBanners } from "./banners";
import { Block } from "./block";
import { Continue } from "./continue";
import styles from "./home.module.css";
import { readHome } from "./home.server";
import { Preview } from "./preview";
import { readPreview } from "./preview.server";

const inputs = { query: z.object({ preview: previewQuery }) };

/**
 * /home: the operator's banners, and a block for each part of the site (spec 2.1, 7.2). /home/preview is the same
 * module, so that shared code needs no bundle of its own.
 */
export const loader = screenLoader(inputs, async ({ scope, url, query }) => {
  if (isPreview(url.pathname)) return { preview: await readPreview(scope, query.preview) };
  scope.page.structuredData.push(siteData(scope), organizationData(scope));
  return { preview: null, ...(await readHome(scope)) };
});
const isPreview = (pathname: string) => /\/preview\/*$/i.test(pathname);
export const meta = screenMeta<typeof loader>({
  description: ({ preview }) =>
    preview ? undefined : "芯片、开发板、SDK 与文档，和一起做硬件的人：新品、资讯、资料下载与技术论坛。",
});

/** Kept alive (spec 2.1): a visitor who comes back sees the page unchanged, without a request. */
export async function clientLoader({ request, serverLoader }: ClientLoaderFunctionArgs) {
  return keptScreen(new URL(request.url).pathname) ?? serverLoader<typeof loader>();
}

export default function Screen() {
  const data = useLoaderData<typeof loader>();
  useKeptScreen(data);
  return data.preview ? <Preview {...data.preview} /> : <Home data={data} />;
}

function Home({ data }: { data: Awaited<ReturnType<typeof readHome>> }) {
  const { to } = useShell();
  const { banners, blocks } = data;
  return (
    <div className={styles.home}>
      <h1 className="visually-hidden">{useRoot()?.siteName}</h1>
      {data.study ? <Continue study={data.study} week={data.week} /> : null}
      <HomeBanners banners={banners} />
      {blocks.map((block) => (
        <Block key={block.id} block={block} />
      ))}
      {blocks.length === 0 && banners.length === 0 ? (
        <EmptyState title="首页还没有内容" text="先去论坛看看大家在讨论什么。">
          <Link className="button" data-primary to={to(paths.forum())}>
            去论坛
          </Link>
        </EmptyState>
      ) : null}
    </div>
  );
}
