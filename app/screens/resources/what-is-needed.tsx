import { Link } from "@remix-run/react";
import { withQuery } from "~/navigation/address-query";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import styles from "./find-inside.module.css";

/**
 * What a visitor lacks to read the text of a file: the same as to download it. `unknown` while nobody can say whether the
 * disclaimer is accepted.
 */
export type Need = "login" | "login-disclaimer" | "disclaimer" | "unknown";

/** Says what a visitor has to do before reading the text of a file, with the way there. */
export function WhatIsNeeded({ need, purpose }: { need: Need; purpose: string }) {
  const { here } = useShell();
  const notes: Record<Need, string> = {
    login: `登录后可以${purpose}。`,
    "login-disclaimer": `登录并同意免责声明后，可以${purpose}。`,
    disclaimer: `同意免责声明后，可以${purpose}。`,
    unknown: `暂时不能${purpose}，过一会儿再试。`,
  };
  return (
    <>
      <p className={styles.note}>{notes[need]}</p>
      {need === "unknown" ? null : (
        <p>
          {need === "disclaimer" ? (
            <Link to={withQuery(here, "disclaimer", "1")} className="button" preventScrollReset>
              阅读并同意免责声明
            </Link>
          ) : (
            <a href={paths.login(here)} className="button">
              登录
            </a>
          )}
        </p>
      )}
    </>
  );
}
