import { Form, Link } from "@remix-run/react";
import type { CallResponse } from "contract";
import { FormToken } from "~/forms/field-parts";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { Avatar } from "~/ui/avatar";
import { EmptyState } from "~/ui/empty-state";
import { RelativeTime } from "~/ui/relative-time";
import styles from "./msg.module.css";

/** The people that the member blocked, each with a button to unblock. */
export function BlockList({ people }: CallResponse<"blockList">) {
  const { to } = useShell();
  return (
    <>
      <div className={styles.head}>
        <Link to={to(paths.messages({ type: "inner" }))}>返回私信</Link>
        <h2>屏蔽名单</h2>
      </div>
      {people.length === 0 ? (
        <EmptyState
          title="没有屏蔽任何人"
          text="在会话里或对方的主页可以屏蔽 TA：不再收到 TA 的私信和通知，TA 的主题和回复会折叠起来。"
        />
      ) : null}
      <ul>
        {people.map((person) => (
          <li key={person.uid} className={styles.row}>
            <Avatar icon={person.icon} />
            <div className={styles.body}>
              <Link className={styles.words} to={to(paths.user(person.uid))}>
                <strong>{person.nickName}</strong>
              </Link>
              <p className={styles.facts}>
                <RelativeTime at={person.blockedAt} /> 屏蔽
              </p>
            </div>
            <Form method="post" preventScrollReset replace>
              <FormToken />
              <input type="hidden" name="uid" value={person.uid} />
              <button type="submit" className="button" name="intent" value="unblock">
                解除屏蔽<span className="visually-hidden"> {person.nickName}</span>
              </button>
            </Form>
          </li>
        ))}
      </ul>
    </>
  );
}
