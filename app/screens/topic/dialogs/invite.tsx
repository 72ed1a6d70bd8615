import { Form, Link, useNavigation } from "@remix-run/react";
import { nicknameUnitsMax } from "contract/account/constants";
import type { Person } from "contract/base/shapes";
import { invitationsPerTopic } from "contract/forum/constants";
import { Fragment } from "react";
import { FormToken, problem } from "~/forms/field-parts";
import { useFormAnswer } from "~/forms/form-answer";
import { failureOf } from "~/forms/result";
import { paths } from "~/navigation/paths";
import { Avatar } from "~/ui/avatar";
import { Dialog, DialogButtons } from "~/ui/dialog";
import { PhoneDialog } from "~/ui/dialogs";
import type { TopicDialog } from "../model/topic-dialog.server";
import type { DialogProps } from "./delete";
import styles from "./dialogs.module.css";

type Invitation = Extract<TopicDialog, { kind: "invite" }>;
type Invitee = Person & { posts?: number; accepted?: number };

/** The form that invites people to answer: suggestions by the topic's tags, or a search by nickname. */
export function InviteDialog({ page, invitation, back, onEscape }: DialogProps & { invitation: Invitation }) {
  const failure = failureOf(useFormAnswer(), "invite");
  const { q, found, people, invited, left } = invitation;
  const invitedIds = new Set(invited.map(({ uid }) => uid));
  const address = page.at({ invite: 1, q: q || undefined });
  const errors = failure?.result.error ?? {};
  return (
    <Dialog title="邀请回答" onEscape={onEscape}>
      <p className={styles.lead}>
        {left > 0
          ? `被邀请的人会收到通知。每个帖子最多邀请 ${invitationsPerTopic} 人，你还可以邀请 ${left} 人。`
          : `你已邀请了 ${invitationsPerTopic} 人，这个帖子不能再邀请了。`}
      </p>
      <Form method="get" action={page.at({})} preventScrollReset className={styles.search} role="search">
        <input type="hidden" name="invite" value="1" />
        <label htmlFor="invite-search" className="visually-hidden">
          按昵称查找
        </label>
        <input
          id="invite-search"
          type="search"
          name="q"
          defaultValue={q}
          maxLength={nicknameUnitsMax}
          placeholder="输入昵称的开头查找"
          aria-describedby={invitation.problem ? "invite-problem" : undefined}
        />
        <button type="submit" className="button">
          查找
        </button>
      </Form>
      <p id="invite-problem">{problem(invitation.problem ? [invitation.problem] : undefined)}</p>
      <p role="alert">{problem(errors[""] ?? errors.uid ?? undefined)}</p>
      <Form method="post" action={address} preventScrollReset>
        <FormToken />
        <input type="hidden" name="intent" value="invite" />
        {found ? (
          <People
            page={page}
            title={`昵称以“${q.trim()}”开头的人`}
            people={found}
            invitedIds={invitedIds}
            remaining={left}
            empty="没有找到，换一个昵称试试。"
          />
        ) : (
          <People
            page={page}
            title="熟悉这些标签的人"
            people={people}
            invitedIds={invitedIds}
            remaining={left}
            empty={
              page.topic.tags.length > 0
                ? "还没有人在这些标签下回答过，可以按昵称查找。"
                : "帖子没有标签，可以按昵称查找。"
            }
          />
        )}
      </Form>
      {invited.length > 0 ? (
        <p className={styles.invited}>
          已邀请：
          {invited.map(({ uid, nickName }) => (
            <Fragment key={uid}>
              <a data-live="" href={page.to(paths.user(uid))}>
                {nickName}
              </a>{" "}
            </Fragment>
          ))}
        </p>
      ) : null}
      <DialogButtons>
        {found ? (
          <Link className="button" to={page.at({ invite: 1 })} preventScrollReset>
            返回推荐
          </Link>
        ) : null}
        <Link className="button" to={back} preventScrollReset>
          完成
        </Link>
      </DialogButtons>
      {failure?.dialog === "phone" ? <PhoneDialog /> : null}
    </Dialog>
  );
}

interface PeopleProps extends Pick<DialogProps, "page"> {
  title: string;
  people: Invitee[];
  /** The people who are invited already. */
  invitedIds: Set<number>;
  remaining: number;
  empty: string;
}

function People({ page, title, people, invitedIds, remaining, empty }: PeopleProps) {
  const busy = useNavigation().state === "submitting";
  return (
    <>
      <h3 className={styles.title}>{title}</h3>
      {people.length === 0 ? <p className={styles.lead}>{empty}</p> : null}
      <ul className={styles.people}>
        {people.map(({ uid, nickName, icon, posts, accepted }) => (
          <li key={uid}>
            <Avatar icon={icon} size={36} />
            <a className={styles.name} data-live="" href={page.to(paths.user(uid))}>
              {nickName}
            </a>
            {posts !== undefined ? (
              <span>
                {posts} 条相关回复{accepted ? ` · ${accepted} 条被采纳` : ""}
              </span>
            ) : null}
            {uid === page.topic.author.uid ? (
              <em>楼主</em>
            ) : invitedIds.has(uid) ? (
              <em>已邀请</em>
            ) : remaining > 0 ? (
              <button
                type="submit"
                className="button"
                name="uid"
                value={uid}
                disabled={busy}
                aria-label={`邀请 ${nickName}`}
              >
                邀请
              </button>
            ) : null}
          </li>
        ))}
      </ul>
    </>
  );
}
