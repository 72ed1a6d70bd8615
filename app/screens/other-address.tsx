import { Link, useLocation } from "@remix-run/react";
import { screenMeta } from "~/metadata/screen-meta";
import { paths } from "~/navigation/paths";
import { screenAt } from "~/navigation/screen-at";
import { useShell } from "~/navigation/use-shell";
import { notFound } from "~/request/not-found.server";
import { screenLoader } from "~/request/screen.server";
import { EmptyState } from "~/ui/empty-state";

/**
 * Every address that no route of its own serves: a screen of spec 2.1 that a later piece of work builds
 * (docs/decisions/073-planned-screens.md), or a 404 inside the shell.
 */
export const loader = screenLoader({}, async ({ scope, url }) =>
  screenAt(url.pathname)?.underConstruction ? null : notFound(scope),
);
export const meta = screenMeta();

export default function OtherAddress() {
  const { to } = useShell();
  const screen = screenAt(useLocation().pathname);
  return (
    <EmptyState
      page
      title={`${screen?.title ?? "这个页面"}正在建设`}
      text="我们正在认真做这个页面，完成后会在公告与反馈版块告诉大家。"
    >
      <Link className="button" data-primary to={to(paths.forum())}>
        去论坛看看
      </Link>
    </EmptyState>
  );
}
