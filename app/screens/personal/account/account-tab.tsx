import { Link, useNavigate } from "@remix-run/react";
import { ShowContact } from "~/account/show-contact";
import { VerifyIdentity } from "~/account/verify-identity";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { Dialog } from "~/ui/dialog";
import type { TabData } from "../info/tabs.server";
import styles from "./account.module.css";
import type { accountTab } from "./account-tab.server";
import { CompanyAccounts } from "./company-accounts";
import { NewContactForm } from "./new-contact";

const contacts = [
  { change: "phone", name: "手机号", hint: "用于登录和接收验证码；绑定后才能发帖和回帖。" },
  { change: "email", name: "邮箱", hint: "用于登录和接收验证码、邮件通知。" },
] as const;

/** The account tab (spec 2.8): phone and email, and the links to bind or change them. */
export function AccountTab({ data }: { data: TabData<typeof accountTab> }) {
  const { to } = useShell();
  const navigate = useNavigate();
  const { dialog } = data;
  const back = data.back ?? to(paths.info(2));
  const bound = { phone: data.phoneNumber, email: data.email };
  return (
    <>
      <dl className={styles.contacts}>
        {contacts.map(({ change, name, hint }) => (
          <div key={change}>
            <dt>{name}</dt>
            <dd>
              {bound[change] ? (
                <span className={styles.value}>
                  <span>{bound[change]}</span>
                  <ShowContact value={bound[change]} name={name} />
                </span>
              ) : (
                <span className={styles.none}>未绑定</span>
              )}
              <small>{hint}</small>
            </dd>
            <dd>
              <Link
                className="button"
                to={to(paths.changeContact(change))}
                preventScrollReset
                aria-label={`${bound[change] ? "修改" : "绑定"}${name}`}
              >
                {bound[change] ? "修改" : "绑定"}
              </Link>
            </dd>
          </div>
        ))}
        <CompanyAccounts company={data.company} />
      </dl>
      {dialog ? (
        <Dialog
          key={dialog.step}
          title={
            dialog.step === "unlink"
              ? `解除关联${data.company?.name ?? ""}`
              : dialog.step !== "new"
                ? "身份验证"
                : `${bound[dialog.change] ? "修改" : "绑定"}${dialog.change === "phone" ? "手机号" : "邮箱"}`
          }
          onEscape={() => navigate(back, { preventScrollReset: true })}
        >
          {dialog.step === "new" ? (
            <NewContactForm change={dialog.change} code={dialog.code} back={back} />
          ) : (
            <VerifyIdentity
              key={dialog.check.channel}
              check={dialog.check}
              back={back}
              proceed={{ show: "显示", identity: "下一步", unlink: "解除关联" }[dialog.step]}
              danger={dialog.step === "unlink"}
            />
          )}
        </Dialog>
      ) : null}
    </>
  );
}
