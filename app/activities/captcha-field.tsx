import { useField } from "@conform-to/react";
import { Link } from "@remix-run/react";
import { ContactField } from "~/account/code-fields";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { Icon } from "~/ui/icon";
import type { ProofState } from "./proof.server";
import styles from "./proof-fields.module.css";
import type { WorkState } from "./use-work";

interface CaptchaFieldProps {
  captcha: ProofState["captcha"];
  work: WorkState;
  signedIn: boolean;
  /** The intent of the button that loads another picture. */
  again: string;
}

/**
 * The captcha before a code is sent. With scripts the browser solves a proof of work by itself. Without scripts there
 * is a picture, and another way for people who cannot see it.
 */
export function CaptchaField({ captcha, work, signedIn, again }: CaptchaFieldProps) {
  const [{ errors: ofAnswer }] = useField("captchaAnswer");
  const [{ errors: ofToken }] = useField("captchaToken");
  const errors = ofAnswer ?? ofToken;
  const done = work.is === "done";
  const works = captcha !== null && work.is !== "picture";
  return (
    <>
      <input type="hidden" name="captchaToken" value={captcha?.token ?? ""} />
      <input type="hidden" name="captchaWork" value={work.answer} />
      {works ? (
        <p className={styles.work} role="status" data-done={done || undefined}>
          {done ? <Icon name="circle-check" /> : null}
          <span>{done ? "已自动完成验证，不用填写图形验证码" : "正在自动验证…"}</span>
        </p>
      ) : null}
      {/* Only styles hide it when scripts run, so that nothing moves when they start. */}
      <div className={works && !errors ? styles.instead : undefined} data-done={done || undefined}>
        <ContactField
          key={captcha?.token}
          name="captchaAnswer"
          label="图形验证码"
          alsoOf="captchaToken"
          startsEmpty
          maxLength={20}
          inputMode="text"
          autoComplete="off"
          beside={
            captcha ? (
              <img
                className={styles.picture}
                src={captcha.image}
                width={140}
                height={48}
                alt="图形验证码：图中是 5 个字母或数字，不分大小写"
              />
            ) : null
          }
          hint={
            <>
              <span>{captcha ? "发送验证码之前填写，不分大小写。" : "图形验证码没有显示出来。"}</span>
              <button type="submit" className={styles.again} name="intent" value={again} formNoValidate>
                {captcha ? "换一张" : "重新加载"}
              </button>
              <OtherWay signedIn={signedIn} />
            </>
          }
        />
      </div>
    </>
  );
}

/**
 * The other way for people who cannot see the picture: a bound contact of an account needs neither a picture nor a
 * code.
 */
function OtherWay({ signedIn }: { signedIn: boolean }) {
  const { here, to } = useShell();
  return (
    <span>
      看不清或看不到图片，可以
      {signedIn ? (
        <Link to={to(paths.info(2))}>先绑定手机或邮箱</Link>
      ) : (
        <a href={paths.login(here)}>登录或注册</a>
      )}
      ，绑定过的联系方式不用再验证。
    </span>
  );
}
