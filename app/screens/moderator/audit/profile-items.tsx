import { Link } from "@remix-run/react";
import type { CallResponse } from "contract";
import { reviewActions } from "contract/moderation/actions";
import { RowChoice } from "~/forms/outcomes/row-choice";
import { rowAnchor } from "~/moderation/row-fields";
import { RowOutcomes } from "~/moderation/row-outcomes";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { Waited } from "../fields/waited";
import styles from "../theme/theme.module.css";
import own from "./audit.module.css";
import { ProfileChange } from "./profile-change";

type Item = CallResponse<"reviewProfileList">["items"][number];

const kindNames: Record<Item["kind"], string> = { nickname: "昵称", avatar: "头像", extended: "扩展资料" };

const outcomes = (["approve", "refuse", "ignore"] as const).map((intent) => ({
  intent,
  label: reviewActions[intent].label,
}));

/** Changes of personal information that wait for review, the old value beside the new. */
export function ProfileItems({ items }: { items: Item[] }) {
  const { to } = useShell();
  return (
    <ul className={styles.rows}>
      {items.map(({ id, person, kind, changes, words, waitingSince }) => (
        <li key={id} id={rowAnchor(id)}>
          <RowChoice value={id} title={person.nickName} />
          <article className={own.item}>
            <h2 className={own.person}>
              <Link to={to(paths.user(person.uid))} prefetch="none">
                {person.nickName}
              </Link>{" "}
              修改{kindNames[kind]}
            </h2>
            <p className="facts">
              <Link to={to(paths.moderation("forbiddenUser", { uid: person.uid }))} prefetch="none">
                处理记录
              </Link>
              <span>
                已等 <Waited since={waitingSince} />
              </span>
              {words.map((word) => (
                <mark key={word}>{word}</mark>
              ))}
            </p>
            <dl className={own.changes}>
              {changes.map((change) => (
                <ProfileChange key={change.field} {...change} />
              ))}
            </dl>
            <RowOutcomes
              id={id}
              title={`${person.nickName} 修改${kindNames[kind]}`}
              outcomes={outcomes}
              hint="理由，退回必填"
              templates="audit-reasons"
            />
          </article>
        </li>
      ))}
    </ul>
  );
}
