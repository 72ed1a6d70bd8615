import type { MetaArgs, MetaDescriptor } from "@remix-run/react";
import { screenShown } from "./screen-at";
import { twin } from "./shell-address";

interface RootData {
  siteName?: string;
}

/**
 * A screen's head (spec 2.1): the window title is the page title followed by the community's name; desktop pages name
 * their h5 twin and h5 pages their desktop address (design 3). `title` may come from the loader's data.
 */
export function screenMeta<Data>(title?: (data: Data) => string | undefined, description?: (data: Data) => string | undefined) {
  return ({ matches, data, error, location }: MetaArgs): MetaDescriptor[] => {
    const leaf = matches.at(-1);
    const screen = screenShown(leaf?.id, location.pathname);
    const root = matches.find((match) => match.id === "root")?.data as RootData | undefined;
    const fromData = !error && data ? title?.(data as Data) : undefined;
    const text = (!error && data ? description?.(data as Data) : undefined) ?? undefined;
    const page = error ? (screen?.title ?? "页面不存在") : (fromData ?? screen?.title ?? "页面不存在");
    const here = location.pathname + location.search;
    const isH5 = leaf?.id.startsWith("h5:") === true;
    return [
      { title: `${page} - ${root?.siteName ?? ""}` },
      ...(text ? [{ name: "description", content: text }] : []),
      ...(error || !screen || screen.underConstruction || screen.access ? [{ name: "robots", content: "noindex" }] : []),
      isH5
        ? { tagName: "link", rel: "canonical", href: twin(here, "desktop") }
        : { tagName: "link", rel: "alternate", media: "only screen and (max-width: 767px)", href: twin(here, "h5") },
    ];
  };
}
