import type { ReactNode } from "react";
import { BackToTop } from "./back-to-top";
import { Footer } from "./footer";
import styles from "./frame.module.css";
import { Notices } from "./notices";

/**
 * What both shells have around a screen (spec 2.3): skip link, header, notices and dialogs, the page, footer,
 * back to top.
 */
export function Frame({
  header,
  footer,
  children,
}: {
  header: ReactNode;
  footer: Parameters<typeof Footer>[0];
  children: ReactNode;
}) {
  return (
    <div className={styles.shell}>
      <a className="skip-link" href="#main">
        跳到正文
      </a>
      {header}
      <Notices />
      <main id="main" className={styles.main} tabIndex={-1}>
        {children}
      </main>
      <Footer {...footer} />
      <BackToTop />
    </div>
  );
}
