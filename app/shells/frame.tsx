import type { ReactNode } from "react";
import { DialogsCovered } from "~/ui/dialog";
import { BackToTop } from "./back-to-top";
import { Footer } from "./footer";
import styles from "./frame.module.css";
import { Notices, useLoginAsked } from "./notices";

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
  const loginFor = useLoginAsked();
  return (
    <div className={styles.shell}>
      <a className="skip-link" href="#main">
        跳到正文
      </a>
      {header}
      <Notices loginFor={loginFor} />
      <main id="main" className={styles.main} tabIndex={-1}>
        <DialogsCovered.Provider value={loginFor !== null}>{children}</DialogsCovered.Provider>
      </main>
      <Footer {...footer} />
      <BackToTop />
    </div>
  );
}
