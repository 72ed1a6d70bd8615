import { createHash } from "node:crypto";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { longId } from "contract/base/fields";
import { explain } from "~/failure/explain.server";
import { sharePicture } from "~/metadata/share-picture";
import { accessMode } from "~/request/access.server";
import { matchesEtag } from "~/request/conditional";
import { getScope } from "~/request/scope.server";

const keepSeconds = 86_400;

const refuse = (status: number) =>
  new Response(`${status === 404 ? "没有这张图" : "服务暂时不可用，请稍后再试"}\n`, {
    status,
    headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" },
  });

/**
 * The preview picture for links to a topic that every visitor may read. It uses the call of the topic's page, so it
 * works with every upstream. When it cannot be drawn, redirects to the site's picture.
 */
export async function loader({ request, context, params }: LoaderFunctionArgs): Promise<Response> {
  const tid = longId.safeParse(/^topic-(\d{1,15})\.png$/.exec(params.name ?? "")?.[1]);
  if (!tid.success) return refuse(404);
  const scope = await getScope({ request, context });
  try {
    if ((await accessMode(scope)) !== 1) return refuse(404);
    const { title, section, author } = await scope.publicGateway.call("topicDetail", { tid: tid.data });
    const card = { title, section: section.name, author: author.nickName, site: scope.settings.siteName };
    const etag = `"${createHash("sha256").update(JSON.stringify(card)).digest("base64url").slice(0, 22)}"`;
    const headers = { "cache-control": `public, max-age=${keepSeconds}`, etag };
    if (matchesEtag(request.headers.get("if-none-match") ?? undefined, etag))
      return new Response(null, { status: 304, headers });
    const png = await context.drawTopic?.(card);
    if (!png) {
      const instead = { location: sharePicture, "cache-control": "no-store" };
      return new Response(null, { status: 302, headers: instead });
    }
    return new Response(png, {
      headers: { ...headers, "content-type": "image/png", "content-length": String(png.byteLength) },
    });
  } catch (error) {
    const { code, status } = explain(scope, error);
    return refuse(code === "UNAVAILABLE" || status >= 500 ? 503 : 404);
  }
}
