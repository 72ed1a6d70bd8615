import "./styles/tokens.css";
import "./styles/base.css";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { Meta, Outlet, Scripts, ScrollRestoration, useLocation } from "@remix-run/react";
import { type ReactNode, useEffect } from "react";
import { declaredUrl } from "~/navigation/declared-query";
import { readPreferences } from "./cookies/preferences.server";
import { hasTraffic } from "./cookies/source";
import { doKeptPress } from "./endpoints/pressed/kept-press.server";
import { ScreenError } from "./failure/screen-error";
import { useAnalytics } from "./islands/analytics/use-analytics";
import { StructuredData } from "./metadata/structured-data";
import { canonicalPath } from "./navigation/canonical";
import { useOneTimeMessage } from "./navigation/kept-screens";
import { keepsDesktopAddress } from "./navigation/screen-at";
import { isPrivateScreen, useScreen } from "./navigation/use-screen";
import { useRoot, useShell } from "./navigation/use-shell";
import { loadCompletion } from "./profile/completion/completion.server";
import { getScope } from "./request/scope.server";
import { recordEntry } from "./session/access-record.server";
import { isMobileRequest } from "./settings/user-agent";
import { Styles } from "./shells/first-styles";
import { NavigationProgress } from "./shells/navigation-progress";
import { loadRoot } from "./shells/root.server";
import { useNonce } from "./ui/nonce";

/** The visitor, their choices, and what must be shown first (spec 2.3, 4). */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const scope = await getScope({ request, context });
  await recordEntry(scope, request);
  const again = await doKeptPress(scope, request);
  if (again) throw again;
  const url = declaredUrl(new URL(request.url));
  const rootData = await loadRoot(scope, request, url);
  const completion = rootData.gate ? null : await loadCompletion(scope, url);
  const preferences = readPreferences(request);
  const reports = preferences.cookiePolicyAgreed && !preferences.analyticsOff && !("seeing" in rootData);
  return {
    ...rootData,
    completion,
    preferences,
    // Only for visitors who agreed to analytics, and not for what an administrator sees as somebody else.
    analytics: reports ? scope.settings.analytics : null,
    mobile: isMobileRequest(request.headers),
  };
}

/** The document around every page, error pages included. */
export function Layout({ children }: { children: ReactNode }) {
  const root = useRoot();
  const shell = useShell();
  const nonce = useNonce();
  const pageCode = usePageCode();
  const scheme = root?.preferences.scheme;
  const { pathname } = useLocation();
  // Phones that stay at a desktop address (spec 2.1).
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
        <Styles />
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

/** Records the source of a visit (spec 4, traffic record). The code loads only when there is something to record. */
function useTraffic() {
  const signedIn = useRoot()?.me != null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per page load
  useEffect(() => {
    if (!hasTraffic()) return;
    import("./islands/traffic").then(
      ({ recordTraffic }) => recordTraffic(signedIn),
      () => undefined,
    );
  }, []);
}

/** Starts offline reading when the page is idle. */
function useOffline() {
  const { me, seeing } = useRoot() ?? {};
  const uid = me?.uid ?? 0;
  const { pathname, search } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each page
  useEffect(() => {
    // The copies on this device are the administrator's, not of whom they see pages as.
    if (seeing) return;
    const start = () =>
      void import("./islands/offline").then(({ startOffline }) => startOffline(uid)).catch(() => 0);
    // Only pages that somebody stays on: after a client navigation the service worker must request the document once
    // more. Without a network it starts at once, because the page is a stored copy and says so.
    const timer = setTimeout(start, navigator.onLine ? 10_000 : 0);
    return () => clearTimeout(timer);
  }, [uid, pathname, search]);
}

export { shouldRevalidate } from "./navigation/kept-screens";

export default function Root() {
  useTraffic();
  useOffline();
  const root = useRoot();
  useAnalytics(root?.analytics ?? null, useReportedPage(), root?.me?.uid ?? null);
  useOneTimeMessage(
    Boolean(
      root?.notice || root?.problem || root?.loginFor || root?.conflict || root?.gate || root?.completion,
    ),
  );
  return (
    <>
      <NavigationProgress />
      <Outlet />
    </>
  );
}

export const ErrorBoundary = ScreenError;

function usePageCode(): string | undefined {
  return useScreen()?.pageCode || undefined;
}

/** The page in analytics reports: a personal page has only the screen's path. */
function useReportedPage() {
  const location = useLocation();
  const screen = useScreen();
  if (!screen?.pageCode) return null;
  return {
    code: screen.pageCode,
    path: isPrivateScreen(screen) ? screen.path : canonicalPath(screen, location).slice(0, 500),
  };
}
