import type { LoaderFunctionArgs } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { getScope } from "~/context.server";
import styles from "./h5.module.css";
import { BackToTop } from "./parts/back-to-top";
import { Footer } from "./parts/footer";
import { H5Header } from "./parts/h5-header";
import { Notices } from "./parts/notices";
import { loadH5Shell } from "./shell.server";

export async function loader({ request, context }: LoaderFunctionArgs) {
  return loadH5Shell(await getScope({ request, context }));
}

/** Spec 2.3 and 2.5: the header with its drawer, the page, the footer. */
export default function H5Shell() {
  const { columns, copyright, filingNumbers } = useLoaderData<typeof loader>();
  return (
    <div className={styles.shell}>
      <a className="skip-link" href="#main">
        跳到正文
      </a>
      <H5Header />
      <Notices />
      <main id="main" className={styles.main} tabIndex={-1}>
        <Outlet />
      </main>
      <Footer columns={columns} copyright={copyright} filingNumbers={filingNumbers} />
      <BackToTop />
    </div>
  );
}

export { ScreenError as ErrorBoundary } from "~/components/screen-error";
