import { Link, useActionData } from "@remix-run/react";
import type { Team } from "contract/activities/shapes";
import { ScreenForm } from "~/forms/form/screen-form";
import { useScreenForm } from "~/forms/form/use-screen-form";
import { TextField } from "~/forms/inputs/text-field";
import { NoDefaultButton } from "~/forms/outcomes/no-default-button";
import { QuestionBox } from "~/forms/outcomes/question-box";
import { failureOfAny } from "~/forms/result";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { Avatar } from "~/ui/avatar";
import styles from "./team.module.css";

/** The intents of a team's buttons, except the invitation. */
const intents = ["leave", "handOver", "remove", "withdraw"];

interface OwnTeamProps {
  team: Team;
  me: number | null;
  /** Whether teams can still change. */
  changes: boolean;
}

/** The member's team. Its captain invites people, hands the team over and removes members. */
export function OwnTeam({ team, me, changes }: OwnTeamProps) {
  const { to } = useShell();
  const failure = failureOfAny(useActionData(), intents);
  const form = useScreenForm({ id: "own-team", intent: intents, failure });
  const leads = team.members.some(({ captain, person }) => captain && person?.uid === me);
  const alone = team.members.length === 1;
  return (
    <section className={`surface ${styles.box}`} aria-labelledby="team">
      <h2 id="team">
        {team.name}
        <small>
          {team.members.length} / {team.max} 人
        </small>
      </h2>
      {team.members.length < team.min ? (
        <p className={styles.note}>还差 {team.min - team.members.length} 人才能提交作品。</p>
      ) : null}
      <ScreenForm of={form} preventScrollReset>
        <NoDefaultButton />
        <QuestionBox intents={["leave", "remove", "handOver"]} />
        <ul className={styles.rows}>
          {team.members.map(({ signupId, name, person, captain, pending }) => (
            <li key={signupId}>
              <div className={styles.person}>
                <Avatar icon={person?.icon ?? ""} size={36} />
                <div>
                  <b>{name}</b>
                  <p className="facts">
                    {captain ? <span>队长</span> : null}
                    {pending ? <span>报名待审核</span> : null}
                    {person ? <Link to={to(paths.user(person.uid))}>{person.nickName}</Link> : null}
                  </p>
                </div>
              </div>
              {leads && changes && !captain ? (
                <span className={styles.buttons}>
                  {person ? (
                    <button
                      type="submit"
                      className="button"
                      name="intent"
                      value={`handOver:${signupId}`}
                      aria-label={`把队长移交给${name}`}
                    >
                      移交队长
                    </button>
                  ) : null}
                  <button
                    type="submit"
                    className="button"
                    name="intent"
                    value={`remove:${signupId}`}
                    aria-label={`移出${name}`}
                  >
                    移出
                  </button>
                </span>
              ) : null}
            </li>
          ))}
          {team.invited.map(({ invitationId, person }) => (
            <li key={`invited ${invitationId}`}>
              <div className={styles.person}>
                <Avatar icon={person.icon} size={36} />
                <div>
                  <b>{person.nickName}</b>
                  <p className="facts">已邀请，等待回复</p>
                </div>
              </div>
              {changes ? (
                <button
                  type="submit"
                  className="button"
                  name="intent"
                  value={`withdraw:${invitationId}`}
                  aria-label={`撤回对${person.nickName}的邀请`}
                >
                  撤回
                </button>
              ) : null}
            </li>
          ))}
        </ul>
        {changes ? (
          <div className={styles.leave}>
            <button
              type="submit"
              className="link-button"
              name="intent"
              value="leave"
              disabled={leads && !alone}
              aria-describedby={leads && !alone ? "leave-hint" : undefined}
            >
              {alone ? "解散队伍" : "退出队伍"}
            </button>
            {leads && !alone ? (
              <p id="leave-hint" className={styles.note}>
                队长先把队伍移交给别人，才能退出。
              </p>
            ) : null}
          </div>
        ) : null}
      </ScreenForm>
      {leads && changes && team.members.length < team.max ? <Invite /> : null}
    </section>
  );
}

/** The form that invites a person by nickname. */
function Invite() {
  const form = useScreenForm({ id: "invite", intent: "invite" });
  return (
    <ScreenForm of={form} className={styles.form} preventScrollReset>
      <TextField
        id="nickName"
        name="nickName"
        label="邀请队友"
        hint="对方报名以后才能接受。"
        placeholder="对方的昵称"
        maxLength={100}
        autoComplete="off"
        wrap={(control) => (
          <div className={styles.line}>
            {control}
            <button type="submit" className="button" data-primary name="intent" value="invite">
              邀请
            </button>
          </div>
        )}
      />
    </ScreenForm>
  );
}
