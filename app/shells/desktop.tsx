import type { LoaderFunctionArgs } from "@remix-run/node";
import { Outlet, useLoaderData, useLocation } from "@remix-run/react";
import { getScope } from "~/context.server";
import { keepsDesktopAddress } from "~/routing/shell-address";
import styles from "./desktop.module.css";
import { BackToTop } from "./parts/back-to-top";
import { DesktopHeader } from "./parts/desktop-header";
import { Footer } from "./parts/footer";
import { Notices } from "./parts/notices";
import { loadDesktopShell } from "./shell.server";
import { NarrowRedirect } from "./narrow-redirect";

export async function loader({ request, context }: LoaderFunctionArgs) {
  return loadDesktopShell(await getScope({ request, context }));
}

/** Spec 2.3, 2.4 and 2.6: the menu with its mega panels, the page, the footer. */
export default function DesktopShell() {
  const { columns, menu, copyright, filingNumbers } = useLoaderData<typeof loader>();
  const stays = keepsDesktopAddress(useLocation().pathname);
  return (
    <div className={styles.shell} data-mobile-width={stays || undefined}>
      <a className="skip-link" href="#main">
        跳到正文
      </a>
      <DesktopHeader menu={menu} />
      <Notices />
      <main id="main" className={styles.main} tabIndex={-1}>
        <Outlet />
      </main>
      <Footer columns={columns} copyright={copyright} filingNumbers={filingNumbers} />
      <BackToTop />
      {stays ? null : <NarrowRedirect />}
    </div>
  );
}

export { ScreenError as ErrorBoundary } from "~/components/screen-error";
