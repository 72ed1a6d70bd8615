import "@mantine/core/styles/baseline.layer.css";
import "@mantine/core/styles/global.layer.css";
import "@mantine/core/styles/UnstyledButton.layer.css";
import "@mantine/core/styles/Input.layer.css";
import "./styles/tokens.css";
import "./styles/base.css";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useLocation, useMatches } from "@remix-run/react";
import { type ReactNode, useEffect } from "react";
import { useNonce } from "./components/nonce";
import { StructuredData } from "./components/structured-data";
import { getScope } from "./context.server";
import { loadCompletion } from "./profile/completion.server";
import { readPreferences } from "./routing/preferences.server";
import { screenShown } from "./routing/screen-at";
import { keepsDesktopAddress } from "./routing/shell-address";
import { hasTraffic } from "./routing/source";
import { isMobileRequest } from "./routing/user-agent";
import { recordEntry } from "./session/access-record.server";
import { loadRoot } from "./session/root.server";
import { NavigationProgress } from "./shells/navigation-progress";
import { useRoot, useShell } from "./shells/use-shell";
import { ScreenError } from "./components/screen-error";

/** Who is looking, what is chosen, and what must be shown before anything else (spec 2.3, 4). */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const scope = await getScope({ request, context });
  await recordEntry(scope, request);
  const url = new URL(request.url);
  const known = await loadRoot(scope, url);
  const completion = known.gate ? null : await loadCompletion(scope, url);
  return { ...known, completion, preferences: readPreferences(request), mobile: isMobileRequest(request.headers) };
}

/** The document around every page, error pages included. */
export function Layout({ children }: { children: ReactNode }) {
  const root = useRoot();
  const shell = useShell();
  const nonce = useNonce();
  const pageCode = usePageCode();
  const scheme = root?.preferences.scheme;
  const { pathname } = useLocation();
  // Spec 2.1: phones that stay at a desktop address.
  const mobileWidth = root?.mobile && shell.name === "desktop" && keepsDesktopAddress(pathname);
  useEffect(() => {
    document.documentElement.dataset.ready = "";
  }, []);
  return (
    <html
      lang="zh-CN"
      data-scheme={scheme ?? undefined}
      data-shell={shell.name}
      data-mobile-width={mobileWidth || undefined}
      data-mantine-color-scheme="light"
      suppressHydrationWarning
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#0b7d6b" />
        <Meta />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/site.webmanifest" />
        <Links />
      </head>
      <body data-page-code={pageCode}>
        {children}
        <StructuredData />
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  );
}

/** Where people come from (spec 4, traffic record). The code comes only where there is something to record. */
function useTraffic() {
  const signedIn = useRoot()?.me != null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once a load
  useEffect(() => {
    if (!hasTraffic()) return;
    import("./islands/traffic").then(
      ({ recordTraffic }) => recordTraffic(signedIn),
      () => undefined,
    );
  }, []);
}

export default function Root() {
  useTraffic();
  return (
    <>
      <NavigationProgress />
      <Outlet />
    </>
  );
}

export const ErrorBoundary = ScreenError;

function usePageCode(): string | undefined {
  const leaf = useMatches().at(-1);
  return screenShown(leaf?.id, leaf?.pathname ?? "")?.pageCode || undefined;
}
