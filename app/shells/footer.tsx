import { Link } from "@remix-run/react";
import { withQuery } from "~/navigation/address-query";
import { useScreen } from "~/navigation/use-screen";
import { useShell } from "~/navigation/use-shell";
import styles from "./footer.module.css";
import { DocumentMarkup } from "./header/document-markup";
import { PreferenceForms } from "./preference-forms";

/**
 * The footer (spec 2.6): the server's columns, complaint and report, legal links, disclaimer, copyright and filing
 * numbers. On phones the long lists are collapsed; on sign-up pages (`phone-active`, spec 2.1) they are omitted.
 */
export function Footer({ copyright, filingNumbers }: { copyright: string; filingNumbers: string[] }) {
  const { here, name } = useShell();
  const kind = useScreen()?.footer;
  return (
    <footer className={`${styles.footer} no-print`} data-kind={kind}>
      <div className={styles.inside}>
        {kind === "phone-active" ? null : name === "h5" ? (
          <details className={styles.more}>
            <summary>更多链接与显示设置</summary>
            <Columns />
            <PreferenceForms />
          </details>
        ) : (
          <>
            <Columns />
            <PreferenceForms />
          </>
        )}
        <div className={styles.legal}>
          <DocumentMarkup part="legal" className={styles.fromServer} />
          <Link to={withQuery(here, "view", "Disclaimer")} rel="nofollow" prefetch="none" preventScrollReset>
            免责声明
          </Link>
        </div>
        <p className={styles.copyright}>
          {copyright}
          {filingNumbers.map((number) => (
            <span key={number}>{number}</span>
          ))}
        </p>
      </div>
    </footer>
  );
}

function Columns() {
  return (
    <div className={styles.columns}>
      <DocumentMarkup part="columns" className={styles.fromServer} />
    </div>
  );
}
