import type { ReactNode } from "react";
import { useFocusFirstWrong } from "~/forms/focus-first-wrong";
import { PersonCards } from "~/islands/person-cards";
import { isPrivateScreen, useScreen } from "~/navigation/use-screen";
import { useRoot } from "~/navigation/use-shell";
import { DialogsCovered } from "~/ui/dialog";
import { BackToTop } from "./back-to-top";
import { CookieBar } from "./cookie-bar";
import { Footer } from "./footer";
import styles from "./frame.module.css";
import { Notices, useLoginAsked, useRootDialog } from "./notices/notices";

/**
 * The frame of both shells around a screen (spec 2.3): skip link, header, notices and dialogs, the page, footer, back
 * to top.
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
  const agreed = useRoot()?.preferences.cookiePolicyAgreed;
  const isCovered = useRootDialog() || loginFor !== null;
  const isPrivate = isPrivateScreen(useScreen());
  useFocusFirstWrong();
  return (
    <div className={styles.shell} data-cookie-bar={agreed === false || undefined}>
      <a className="skip-link" href="#main">
        跳到正文
      </a>
      {header}
      <Notices loginFor={loginFor} />
      <main id="main" className={styles.main} tabIndex={-1} data-private={isPrivate ? "" : undefined}>
        <DialogsCovered.Provider value={isCovered}>{children}</DialogsCovered.Provider>
      </main>
      <Footer {...footer} />
      <BackToTop />
      {agreed === false ? <CookieBar /> : null}
      <PersonCards />
    </div>
  );
}
