import { Link, useLocation } from "@remix-run/react";
import { EmptyState } from "~/components/empty-state";
import { paths } from "~/paths";
import { screenAt } from "~/routing/screen-at";
import { notFound, screenLoader } from "~/routing/screen.server";
import { screenMeta } from "~/routing/screen-meta";
import { useShell } from "~/shells/use-shell";

/**
 * Every address that no route of its own serves: a screen of spec 2.1 that a later piece of work builds
 * (docs/decisions.md lists them), or a 404 inside the shell.
 */
export const loader = screenLoader(async ({ scope, url }) => (screenAt(url.pathname)?.underConstruction ? null : notFound(scope)));
export const meta = screenMeta();

export default function OtherAddress() {
  const { to } = useShell();
  const screen = screenAt(useLocation().pathname);
  return (
    <EmptyState page title={`${screen?.title ?? "这个页面"}正在建设`} text="我们正在认真做这个页面，完成后会在公告与反馈版块告诉大家。">
      <Link className="button" data-primary to={to(paths.forum())}>
        去论坛看看
      </Link>
    </EmptyState>
  );
}

export { ScreenError as ErrorBoundary } from "~/components/screen-error";
