import { useLoaderData } from "@remix-run/react";
import { createElement, type ReactNode } from "react";
import type { Markup } from "../markup";

declare global {
  /**
   * The server's entry sets this: a page of the portal as one piece or as elements, and text of the length of its
   * loaders' data.
   */
  var benchPage: { html: string } | { elements: Markup[] } | undefined;
  var benchData: string | undefined;
}

export function loader() {
  return { data: globalThis.benchData ?? "" };
}

function render(markup: Markup, key: number): ReactNode {
  if (typeof markup === "string") return markup;
  const properties = { key, ...markup.attributes };
  if ("html" in markup)
    return createElement(markup.tag, { ...properties, dangerouslySetInnerHTML: { __html: markup.html } });
  return markup.children.length > 0
    ? createElement(markup.tag, properties, markup.children.map(render))
    : createElement(markup.tag, properties);
}

export default function Page() {
  const { data } = useLoaderData<typeof loader>();
  const page = globalThis.benchPage ?? { html: "" };
  if ("elements" in page) return <main data-length={data.length}>{page.elements.map(render)}</main>;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a page that the portal rendered, as it is
  return <main data-length={data.length} dangerouslySetInnerHTML={{ __html: page.html }} />;
}
