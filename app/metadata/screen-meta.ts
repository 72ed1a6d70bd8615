import type { LoaderFunction } from "@remix-run/node";
import type { MetaArgs, MetaDescriptor } from "@remix-run/react";
import { sharePicture } from "~/metadata/share-picture";
import { canonicalPath, isListed } from "~/navigation/canonical";
import { keepsDesktopAddress, screenAt } from "~/navigation/screen-at";
import { shellOf, twin } from "~/navigation/shell-address";

interface RootData {
  siteName: string;
  origin: string;
  /** The signed-in member. Programs that make link previews read pages as visitors. */
  me?: unknown;
}

/** The metadata of a screen's page besides title and description. */
export interface Head {
  /**
   * The canonical address, from `paths`; only needed when the screen's path, its naming queries and `page` do not
   * make it.
   */
  canonical?: string;
  /** The shown page of the list, when it may differ from the requested one. */
  page?: number;
  /** The Atom feed of the page's list. */
  feed?: { title: string; path: string };
  type?: "article" | "profile";
  /** The path of a preview picture; not an SVG, which no site shows. */
  image?: string | undefined;
  /** The picture has the usual large size; this is its description. */
  imageSays?: string;
  /** True for a page that search engines do not list, but whose link people share: it has a preview all the same. */
  shared?: boolean;
  /** False for a page that search engines must not list, although its screen is open. */
  indexed?: boolean;
  /** The dates of an article. */
  published?: string;
  modified?: string;
}

/** The data of a screen's loader as its page gets it. */
type Loaded<Loader> = NonNullable<MetaArgs<Loader>["data"]>;

interface ScreenMeta<Loader> {
  title?: (data: Loaded<Loader>) => string | undefined;
  description?: (data: Loaded<Loader>) => string | undefined;
  head?: (data: Loaded<Loader>) => Head;
}

/**
 * A screen's metadata (spec 2.1). The window title is the page title and the community's name. Each page names its
 * canonical address (the desktop one in both shells) and its h5 address; a visitor's page that search engines may
 * list also has link previews (Open Graph). `title` may come from the loader's data.
 */
export function screenMeta<Loader extends LoaderFunction>({
  title,
  description,
  head,
}: ScreenMeta<Loader> = {}) {
  return ({ matches, data, error, location }: MetaArgs<Loader>): MetaDescriptor[] => {
    const screen = screenAt(location.pathname);
    const root = matches.find((match) => match.id === "root")?.data as RootData | undefined;
    const loaded = !error && data ? data : undefined;
    const page = error
      ? (screen?.title ?? "页面不存在")
      : ((loaded && title?.(loaded)) ?? screen?.title ?? "页面不存在");
    const text = loaded && description?.(loaded);
    const words: MetaDescriptor[] = [
      { title: `${page} - ${root?.siteName ?? ""}` },
      ...(text ? [{ name: "description", content: text }] : []),
    ];
    const unlisted = { name: "robots", content: "noindex" };
    if (error || !root || !screen) return [...words, unlisted];
    const more = (loaded && head?.(loaded)) ?? {};
    const own = more.canonical ?? canonicalPath(screen, location, more.page);
    const links: MetaDescriptor[] = [link("canonical", root.origin + own)];
    if (shellOf(location.pathname) === "desktop" && !keepsDesktopAddress(own)) {
      links.push(
        link("alternate", root.origin + twin(own, "h5"), { media: "only screen and (max-width: 767px)" }),
      );
    }
    if (more.feed)
      links.push(link("alternate", more.feed.path, { type: "application/atom+xml", title: more.feed.title }));
    const isIndexed = isListed(screen) && more.indexed !== false;
    if (!isIndexed) links.unshift(unlisted);
    if (root.me || !(isIndexed || more.shared)) return [...words, ...links];
    return [
      ...words,
      ...links,
      ...property("og:title", page),
      ...property("og:description", text),
      ...property("og:type", more.type ?? "website"),
      ...property("og:url", root.origin + own),
      ...property("og:image", root.origin + (more.image ?? sharePicture)),
      ...(more.imageSays ? largePicture(more.imageSays) : []),
      ...property("og:site_name", root.siteName),
      ...property("og:locale", "zh_CN"),
      ...property("article:published_time", more.published),
      ...property("article:modified_time", more.modified),
    ];
  };
}

/** A picture of 1200 × 630, which sites show large. */
const largePicture = (says: string): MetaDescriptor[] => [
  ...property("og:image:width", "1200"),
  ...property("og:image:height", "630"),
  ...property("og:image:alt", says),
  { name: "twitter:card", content: "summary_large_image" },
];

function link(rel: string, href: string, attributes: Record<string, string> = {}): MetaDescriptor {
  return { tagName: "link", rel, ...attributes, href };
}

function property(name: string, content: string | undefined): MetaDescriptor[] {
  return content ? [{ property: name, content }] : [];
}
