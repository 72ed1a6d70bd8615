import { Link } from "@remix-run/react";
import { withQuery } from "~/navigation/address-query";
import { useShell } from "~/navigation/use-shell";
import styles from "./footer.module.css";
import { DocumentMarkup } from "./header/document-markup";
import { PreferenceForms } from "./preference-forms";

/**
 * Spec 2.6: the server's columns, complaint and report, legal links, disclaimer, copyright and filing
 * numbers.
 */
export function Footer({ copyright, filingNumbers }: { copyright: string; filingNumbers: string[] }) {
  const { here } = useShell();
  return (
    <footer className={`${styles.footer} no-print`}>
      <div className={styles.inside}>
        <div className={styles.columns}>
          <DocumentMarkup part="columns" className={styles.fromServer} />
        </div>
        <PreferenceForms />
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
