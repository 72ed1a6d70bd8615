import type { LoaderFunctionArgs } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { getScope } from "~/request/scope.server";
import { Frame } from "./frame";
import { H5Header } from "./header/h5-header";
import { loadShell } from "./shell.server";

export async function loader({ request, context }: LoaderFunctionArgs) {
  return loadShell(await getScope({ request, context }));
}

/** The h5 shell (spec 2.5): the header with its drawer. */
export default function H5Shell() {
  const { menu: _menu, ...footer } = useLoaderData<typeof loader>();
  return (
    <Frame header={<H5Header />} footer={footer}>
      <Outlet />
    </Frame>
  );
}

export { ScreenError as ErrorBoundary } from "~/failure/screen-error";
export { shouldRevalidate } from "~/navigation/kept-screens";
