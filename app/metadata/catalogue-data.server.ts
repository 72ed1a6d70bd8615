import type { CallResponse } from "contract";
import { excerpt } from "contract/base/plain-text";
import { midnightOf } from "contract/base/time";
import type { SoftwareApplication, TechArticle, VideoObject } from "schema-dts";
import { isoDuration } from "~/format/duration";
import { paths } from "~/navigation/paths";
import type { Scope } from "~/request/scope.server";

type Site = Pick<Scope, "origin">;

/** The kinds of resources that are programs; the others are documents. */
const programs = new Set(["sdk", "tool", "system", "example"]);

/** A short text about a resource, for links and search engines. */
export const resourceSummary = ({
  summary,
  html,
}: Pick<CallResponse<"resourceDetail">, "summary" | "html">) => summary || excerpt(html, 160);

/** A resource: a program with its version, or a document. */
export function resourceData(
  { origin }: Site,
  resource: CallResponse<"resourceDetail">,
): SoftwareApplication | TechArticle {
  const { title, version, date, bytes, language, level, licence, updatedAt } = resource;
  const description = {
    name: title,
    description: resourceSummary(resource) || title,
    url: origin + paths.resource(resource.pk_rm_resource),
    inLanguage: language === "zh" ? "zh-CN" : "en",
    datePublished: date,
    dateModified: updatedAt,
    ...(licence ? { license: licence } : {}),
  };
  return programs.has(level.kind)
    ? {
        "@type": "SoftwareApplication",
        ...description,
        applicationCategory: "DeveloperApplication",
        softwareVersion: version,
        fileSize: `${Math.max(1, Math.round(bytes / 1024))} KB`,
      }
    : { "@type": "TechArticle", ...description, headline: title, version };
}

/** A video with its length and poster. */
export function videoData({ origin }: Site, video: CallResponse<"videoDetail">): VideoObject {
  return {
    "@type": "VideoObject",
    name: video.title,
    description: video.summary || video.title,
    url: origin + paths.video(video.id),
    thumbnailUrl: origin + video.poster.url,
    contentUrl: origin + video.address,
    uploadDate: midnightOf(video.date),
    duration: isoDuration(video.seconds),
    interactionStatistic: {
      "@type": "InteractionCounter",
      interactionType: { "@type": "WatchAction" },
      userInteractionCount: video.plays,
    },
  };
}
