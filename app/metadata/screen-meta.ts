import type { LoaderFunction } from "@remix-run/node";
import type { MetaArgs, MetaDescriptor } from "@remix-run/react";
import { sharePicture } from "~/metadata/share-picture";
import { canonicalPath, isListed } from "~/navigation/canonical";
import { keepsDesktopAddress, screenAt } from "~/navigation/screen-at";
import { shellOf, twin } from "~/navigation/shell-address";

interface RootData {
  siteName: string;
  origin: string;
  /** Who is signed in. What shows a page as a link reads it as visitors do. */
  me?: unknown;
}

/** What a screen's page tells the world of itself beside its title and description. */
export interface Head {
  /**
   * Its one address, as of `paths`; only where the screen's path, its naming queries and `page` do not make
   * it.
   */
  canonical?: string;
  /** The page of the list that is shown, where that may not be the one asked for. */
  page?: number;
  /** The Atom feed of what it lists. */
  feed?: { title: string; path: string };
  type?: "article" | "profile";
  /** A picture of its own, by its path; no SVG, which nobody shows. */
  image?: string | undefined;
  /** That picture is a large one of the usual size, and says this. */
  imageSays?: string;
  /** Moments of an article. */
  published?: string;
  modified?: string;
}

/** What a screen's loader gave, as its page has it. */
type Loaded<Loader> = NonNullable<MetaArgs<Loader>["data"]>;

interface ScreenMeta<Loader> {
  title?: (data: Loaded<Loader>) => string | undefined;
  description?: (data: Loaded<Loader>) => string | undefined;
  head?: (data: Loaded<Loader>) => Head;
}

/**
 * A screen's head (spec 2.1): the window title is the page title followed by the community's name. Each page
 * names its one address (canonical: the desktop one in both shells) and its h5 twin; a visitor's that search
 * engines may list also says how it looks as a link (Open Graph). `title` may come from the loader's data.
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
    if (!isListed(screen)) return [...words, unlisted, ...links];
    if (root.me) return [...words, ...links];
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

/** A picture of 1200 × 630, which sites then show large. */
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
