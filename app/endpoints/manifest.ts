import type { LoaderFunctionArgs } from "@remix-run/node";
import { settingsOf } from "~/request/scope.server";

/** The web app manifest: name, icons and colours for a phone's home screen. */
export function loader({ context }: LoaderFunctionArgs): Response {
  const { siteName } = settingsOf(context);
  const manifest = {
    name: siteName,
    short_name: siteName.slice(0, 12),
    lang: "zh-CN",
    start_url: "/",
    display: "minimal-ui",
    theme_color: "#0b7d6b",
    background_color: "#f4f6f8",
    icons: [192, 512].map((size) => ({
      src: `/icon-${size}.png`,
      sizes: `${size}x${size}`,
      type: "image/png",
      purpose: "any maskable",
    })),
  };
  return Response.json(manifest, {
    headers: {
      "content-type": "application/manifest+json; charset=utf-8",
      "cache-control": "public, max-age=3600",
    },
  });
}
