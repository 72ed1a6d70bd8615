import { useLoaderData } from "@remix-run/react";

declare global {
  /** Set by the server's entry: `markup` is a page of the portal, `data` as much text as its loaders' data. */
  var benchPage: { markup: string; data: string } | undefined;
}

export function loader() {
  return { data: globalThis.benchPage?.data ?? "" };
}

export default function Page() {
  const { data } = useLoaderData<typeof loader>();
  const markup = globalThis.benchPage?.markup ?? "";
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a page that the portal rendered, as it is
  return <main data-length={data.length} dangerouslySetInnerHTML={{ __html: markup }} />;
}
