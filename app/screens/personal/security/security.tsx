import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { ConfirmForm } from "~/confirmation/confirm-form";
import { FieldProvider } from "~/forms/inputs/field-provider";
import { keepOnNetworkFailure } from "~/forms/network-failure";
import { screenMeta } from "~/metadata/screen-meta";
import { paths } from "~/navigation/paths";
import { ownPath } from "~/navigation/redirect";
import { useShell } from "~/navigation/use-shell";
import { loadConfirming } from "~/request/confirm.server";
import { screenAction, screenLoader } from "~/request/screen.server";
import { PersonalScreen } from "../personal-frame";
import { Authenticator } from "./authenticator";
import { Passkeys } from "./passkeys";
import { RecoveryCodes } from "./recovery-codes";
import styles from "./security.module.css";
import { canHavePasskeys, type Shown, securityIntents, securityQuery } from "./security.server";

/**
 * /personalCenter/security: one's second factors. With `confirm`, the form that confirms the identity and leads back.
 */
export const loader = screenLoader({ query: securityQuery }, async ({ scope, query }) => ({
  confirming: query.confirm ? await loadConfirming(scope, { back: ownPath(query.confirm) }) : null,
  factors: await scope.gateway.call("secondFactors", {}),
  passkeysHere: canHavePasskeys(scope.visitedOrigin),
}));

export const action = screenAction({ query: securityQuery }, securityIntents);
export const meta = screenMeta();
export const clientAction = keepOnNetworkFailure();

export default function Security() {
  const { confirming, factors, passkeysHere } = useLoaderData<typeof loader>();
  const { to } = useShell();
  const answer = (useActionData() ?? {}) as Shown;
  const { authenticator, passkeys, recoveryCodesLeft, required } = factors;
  if (confirming) return <ConfirmForm {...confirming} />;
  const hasFactor = authenticator !== null || passkeys.length > 0;
  return (
    <PersonalScreen title="账号安全">
      <FieldProvider>
        <div className={styles.section}>
          {required && !hasFactor ? (
            <p className={styles.notice} role="status">
              本站要求管理员和版主设置两步验证。设置好验证器或通行密钥之前，不能管理。
            </p>
          ) : null}
          <p className={styles.hint}>
            两步验证：用密码或验证码登录之后，再用手机上的验证器或通行密钥确认一次。别人知道了密码，也进不了你的账号。
          </p>
          {answer.recoveryCodes ? <NewCodes codes={answer.recoveryCodes} /> : null}
          <Authenticator since={authenticator?.since ?? null} pending={answer.authenticator} />
          <Passkeys passkeys={passkeys} pending={answer.passkey} possible={passkeysHere} />
          {hasFactor ? <RecoveryCodes left={recoveryCodesLeft} /> : null}
          <p className={styles.row}>
            <Link to={to(paths.setting("password"))}>修改密码</Link>{" "}
            <Link to={to(paths.setting("sessions"))}>登录的设备</Link>{" "}
            <Link to={to(paths.info(2))}>手机号和邮箱</Link>
          </p>
        </div>
      </FieldProvider>
    </PersonalScreen>
  );
}

/** The new recovery codes, which are shown only once. */
function NewCodes({ codes }: { codes: string[] }) {
  return (
    <section className={styles.codes} aria-label="新的恢复码" role="status">
      <h2>恢复码：现在就抄下来或存好</h2>
      <p>手机丢了的时候，用它们登录，每个只能用一次。离开这一页后就不再显示。</p>
      <ul>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
    </section>
  );
}
