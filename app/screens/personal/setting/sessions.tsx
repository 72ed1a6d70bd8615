import { Link, useActionData } from "@remix-run/react";
import { sessionName } from "~/format/session";
import { ScreenForm } from "~/forms/form/screen-form";
import { useScreenForm } from "~/forms/form/use-screen-form";
import { NoDefaultButton } from "~/forms/outcomes/no-default-button";
import { QuestionBox } from "~/forms/outcomes/question-box";
import { failureOf } from "~/forms/result";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { Icon } from "~/ui/icon";
import type { IconName } from "~/ui/icon-names.gen";
import { RelativeTime } from "~/ui/relative-time";
import type { SectionData } from "./sections.server";
import type { sessionsSection } from "./sessions.server";
import styles from "./setting.module.css";
import { SettingPart, SettingProblems } from "./setting-form";

type Session = SectionData<typeof sessionsSection>["sessions"][number];

const icons: Record<Session["kind"], IconName> = {
  computer: "device-laptop",
  phone: "device-mobile",
  tablet: "device-mobile",
  other: "device-desktop",
};

/** The member's sessions: device, place and start. The member can end each, or all others at once. */
export function Sessions({ data: { sessions } }: { data: SectionData<typeof sessionsSection> }) {
  const { to } = useShell();
  const others = sessions.length - 1;
  return (
    <SettingPart
      title="登录的设备"
      text="这些浏览器正登录着你的账号。看到不认识的，就让它退出，再去修改密码。"
    >
      <p className={styles.row}>
        <Link to={to(paths.setting("password"))}>修改密码</Link>{" "}
        <Link to={to(paths.personal("security"))}>两步验证</Link>
      </p>
      <SettingProblems intents={["revoke", "revoke-others"]} />
      <ul className={styles.sessions}>
        {sessions.map((session) => (
          <li key={session.id}>
            <Icon name={icons[session.kind]} />
            <div>
              <p>
                <strong>{sessionName(session)}</strong>
                {session.current ? (
                  <>
                    {" "}
                    <span className="label" data-kind="current">
                      当前登录
                    </span>
                  </>
                ) : null}
              </p>
              <p className={`facts ${styles.facts}`}>
                <span>{session.address || "地址未知"}</span>
                <span>
                  登录于 <RelativeTime at={session.since} />
                </span>
                <span>
                  最近使用 <RelativeTime at={session.seenAt} />
                </span>
              </p>
            </div>
            {session.current ? null : <RevokeForm session={session} />}
          </li>
        ))}
      </ul>
      {others > 0 ? <RevokeOthersForm others={others} /> : <p className={styles.hint}>没有别的登录。</p>}
    </SettingPart>
  );
}

function RevokeForm({ session }: { session: Session }) {
  const failure = failureOf(useActionData(), "revoke");
  const own = failure?.result.initialValue?.id === session.id ? failure : undefined;
  const form = useScreenForm({ id: `revoke-${session.id}`, intent: "revoke", failure: own });
  return (
    <ScreenForm of={form} className={styles.form} preventScrollReset replace problemsElsewhere>
      <NoDefaultButton />
      <input type="hidden" name="id" value={session.id} />
      {own ? <QuestionBox intents={["revoke"]} /> : null}
      <button type="submit" className="button" name="intent" value="revoke">
        退出<span className="visually-hidden"> {sessionName(session)} 的登录</span>
      </button>
    </ScreenForm>
  );
}

function RevokeOthersForm({ others }: { others: number }) {
  const form = useScreenForm({ id: "revoke-others", intent: "revoke-others" });
  return (
    <ScreenForm of={form} className={styles.form} preventScrollReset replace problemsElsewhere>
      <NoDefaultButton />
      <QuestionBox intents={["revoke-others"]} />
      <button type="submit" className="button" name="intent" value="revoke-others">
        退出其他 {others} 个登录
      </button>
    </ScreenForm>
  );
}
