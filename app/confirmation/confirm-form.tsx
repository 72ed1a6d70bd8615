import { type Confirming, confirmFields, confirmIntent } from "~/forms/confirming";
import { FormToken } from "~/forms/field-parts";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { Icon } from "~/ui/icon";
import styles from "./confirm-form.module.css";
import { PasskeyButton } from "./passkey-button";

/**
 * 请再次确认身份: by password, code or passkey. It carries the posted form, which then comes back for the person to press
 * again, so nothing is sent without them. It is always a whole document, with and without JavaScript.
 */
export function ConfirmForm({ ways, posted, pressed, back, lostFiles, problem }: Confirming) {
  const { here } = useShell();
  const waits = pressed !== "";
  const hasWay = ways.password || ways.code || ways.passkey !== null;
  return (
    <section className={`surface ${styles.box}`}>
      <h1>请再次确认身份</h1>
      <p>
        这一步需要最近 10 分钟内登录过。
        {waits ? "确认后会回到刚才的表单，填写的内容都还在，再按一次就行。" : "确认后会回到刚才的页面。"}
      </p>
      {lostFiles ? <p>选好的文件要重新选一次。</p> : null}
      {problem ? (
        <p className={styles.problem} role="alert">
          <Icon name="alert-circle" />
          {problem}
        </p>
      ) : null}
      <form method="post" action={here} className={styles.form}>
        <FormToken />
        <input type="hidden" name={confirmFields.posted} value={JSON.stringify(posted)} />
        <input type="hidden" name={confirmFields.pressed} value={pressed} />
        {lostFiles ? <input type="hidden" name={confirmFields.lostFiles} value="1" /> : null}
        {ways.password ? (
          <label>
            密码
            <input
              type="password"
              className="plain-input"
              name={confirmFields.password}
              autoComplete="current-password"
              // biome-ignore lint/a11y/noAutofocus: the page is about this field
              autoFocus
            />
          </label>
        ) : null}
        {ways.code ? (
          <label>
            {ways.password ? "或者：" : ""}验证器上的验证码，或一个恢复码
            <input
              className="plain-input"
              name={confirmFields.code}
              autoComplete="one-time-code"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={40}
            />
          </label>
        ) : null}
        <div className={styles.buttons}>
          {ways.password || ways.code ? (
            <button type="submit" className="button" data-primary name="intent" value={confirmIntent}>
              确认
            </button>
          ) : null}
          {ways.passkey === null ? null : (
            <PasskeyButton
              kind="use"
              options={ways.passkey}
              name={confirmFields.passkey}
              intent={confirmIntent}
            >
              用通行密钥确认
            </PasskeyButton>
          )}
          <a className="button" href={back ?? here}>
            不了，返回
          </a>
        </div>
      </form>
      <p className={styles.other}>
        {hasWay ? "都不方便？" : "你的账号没有密码，也没有设置两步验证。"}也可以
        <a href={paths.logout(paths.login(here))}>退出后重新登录</a>。
        {hasWay ? "" : "退出前请先复制还没提交的内容。"}
      </p>
    </section>
  );
}
