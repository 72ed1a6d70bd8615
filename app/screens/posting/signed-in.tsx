import { Link } from "@remix-run/react";
import { useEffect } from "react";
import { screenMeta } from "~/metadata/screen-meta";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { screenLoader } from "~/request/screen.server";
import { EmptyState } from "~/ui/empty-state";

/** /posting/signedIn: the page after a sign-in in a second window, beside the page on which the member is writing. */
export const loader = screenLoader({}, async () => null);
export const meta = screenMeta();

export default function SignedIn() {
  const { to } = useShell();
  // Browsers close only windows that a script opened; in other windows the text tells the member what to do.
  useEffect(() => window.close(), []);
  return (
    <EmptyState page title="已登录" text="可以关掉这一页，回到刚才的页面继续写，内容都还在那里。">
      <Link className="button" to={to(paths.drafts())}>
        我的草稿
      </Link>{" "}
      <Link className="button" to={to(paths.forum())}>
        回到论坛
      </Link>
    </EmptyState>
  );
}
