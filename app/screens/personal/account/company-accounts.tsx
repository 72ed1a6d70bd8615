import { Link } from "@remix-run/react";
import type { CallResponse } from "contract";
import { companySignInPath } from "contract/base/wire";
import { formatDay } from "~/format/time";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import styles from "./account.module.css";

/** The person's linked company accounts. Nothing if no company sign-in is configured. */
export function CompanyAccounts({ company }: { company: CallResponse<"companyAccountList"> | null }) {
  const { to } = useShell();
  if (!company?.name) return null;
  const { name, accounts, canLink } = company;
  const link = `${companySignInPath}?${new URLSearchParams({ link: "1", redirect: to(paths.info(2)) })}`;
  return (
    <>
      {accounts.map(({ id, label, provider, usedAt, last }) => (
        <div key={id}>
          <dt>{name}</dt>
          <dd>
            <span className={styles.value}>{label || provider}</span>
            <small>
              {label ? `${provider}，` : ""}最近登录 {formatDay(usedAt)}
              {last ? "。这是你唯一的登录方式，不能解除关联。" : ""}
            </small>
          </dd>
          <dd>
            {last ? null : (
              <Link
                className="button"
                to={to(paths.unlinkCompanyAccount(id))}
                preventScrollReset
                aria-label={`解除关联${name} ${label}`}
              >
                解除关联
              </Link>
            )}
          </dd>
        </div>
      ))}
      {canLink ? (
        <div>
          <dt>{name}</dt>
          <dd>
            <span className={styles.none}>未关联</span>
            <small>关联后可以用它登录这个账号。</small>
          </dd>
          <dd>
            <a className="button" href={link} aria-label={`关联${name}`}>
              关联
            </a>
          </dd>
        </div>
      ) : null}
    </>
  );
}
