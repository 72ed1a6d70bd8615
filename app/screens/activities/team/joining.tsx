import { Form, Link, useActionData } from "@remix-run/react";
import type { CallResponse } from "contract";
import { teamNameMax } from "contract/activities/constants";
import { FormProblems, FormToken } from "~/forms/field-parts";
import { ScreenForm } from "~/forms/form/screen-form";
import { useScreenForm } from "~/forms/form/use-screen-form";
import { TextField } from "~/forms/inputs/text-field";
import { failureOf } from "~/forms/result";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { EmptyState } from "~/ui/empty-state";
import { RelativeTime } from "~/ui/relative-time";
import styles from "./team.module.css";

/** The form that creates a team. */
export function NewTeam() {
  const form = useScreenForm({ id: "create", intent: "create" });
  return (
    <section className={`surface ${styles.box}`} aria-labelledby="new-team">
      <h2 id="new-team">创建队伍</h2>
      <p className={styles.note}>创建的人是队长，再按昵称邀请队友；也可以等别人邀请你。</p>
      <ScreenForm of={form} className={styles.form} preventScrollReset>
        <TextField
          id="name"
          name="name"
          label="队名"
          maxLength={teamNameMax}
          autoComplete="off"
          wrap={(control) => (
            <div className={styles.line}>
              {control}
              <button type="submit" className="button" data-primary name="intent" value="create">
                创建
              </button>
            </div>
          )}
        />
      </ScreenForm>
    </section>
  );
}

/** The reason why the member has no team, and the next step. */
export function NoTeam({ activityId, seated }: { activityId: number; seated: boolean }) {
  const { to } = useShell();
  return (
    <div className="surface">
      <EmptyState
        title="还没有队伍"
        text={seated ? "组队已经截止，不能再创建或加入队伍。" : "先报名并得到名额，才能创建队伍或接受邀请。"}
      >
        <Link
          className="button"
          data-primary={seated ? undefined : true}
          to={to(paths.activityEntry(activityId))}
        >
          {seated ? "我的报名" : "去报名"}
        </Link>
      </EmptyState>
    </div>
  );
}

interface InvitationsProps {
  invitations: CallResponse<"activityTeam">["invitations"];
  /** Whether the member is in a team already. */
  joined: boolean;
}

/** The invitations that the member got from teams. */
export function Invitations({ invitations, joined }: InvitationsProps) {
  const answer = useActionData() as { intent?: string } | undefined;
  const failure = /^(?:accept|refuse):/.test(answer?.intent ?? "")
    ? failureOf(answer, answer?.intent ?? "")
    : undefined;
  const { to } = useShell();
  return (
    <section className={`surface ${styles.box}`} aria-labelledby="invitations">
      <h2 id="invitations">收到的邀请</h2>
      {joined ? <p className={styles.note}>你已在一支队伍里，退出以后才能接受别的邀请。</p> : null}
      <Form method="post" preventScrollReset>
        <FormToken />
        <FormProblems id="invitation-problems" errors={failure?.result.error?.[""] ?? undefined} />
        <ul className={styles.rows}>
          {invitations.map(({ invitationId, team, by, at }) => (
            <li key={invitationId}>
              <div>
                <b>{team}</b>
                <p className="facts">
                  {by ? <Link to={to(paths.user(by.uid))}>{by.nickName}</Link> : null}
                  <RelativeTime at={at} />
                </p>
              </div>
              <span className={styles.buttons}>
                <button
                  type="submit"
                  className="button"
                  data-primary
                  name="intent"
                  value={`accept:${invitationId}`}
                  aria-label={`接受${team}的邀请`}
                >
                  接受
                </button>
                <button
                  type="submit"
                  className="button"
                  name="intent"
                  value={`refuse:${invitationId}`}
                  aria-label={`谢绝${team}的邀请`}
                >
                  谢绝
                </button>
              </span>
            </li>
          ))}
        </ul>
      </Form>
    </section>
  );
}
