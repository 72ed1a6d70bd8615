import { Link, useLocation } from "@remix-run/react";
import type { CallResponse } from "contract";
import { reasonMax } from "contract/moderation/fields";
import { warningsThatMute } from "contract/moderation/penalties";
import { ScreenForm } from "~/forms/form/screen-form";
import { TextArea } from "~/forms/form/text-area";
import { useScreenForm } from "~/forms/form/use-screen-form";
import type { FormFailure } from "~/forms/result";
import { RestrictFields, RestrictForm } from "~/moderation/restrict-form";
import { SeeAsForm } from "~/moderation/see-as/see-as-form";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { Avatar } from "~/ui/avatar";
import { RelativeTime } from "~/ui/relative-time";
import styles from "../theme/theme.module.css";
import { useOverview } from "../use-overview";
import { PenaltyList } from "./penalty-list";
import own from "./people.module.css";

type Info = CallResponse<"forbiddenInfo">;

interface Props {
  info: Info;
  submissionId: string;
  failure: FormFailure | undefined;
}

/** Everything that moderators know about a person, and the forms that act on the person. */
export function PersonPanel({ info, submissionId, failure }: Props) {
  const { to } = useShell();
  const { pathname } = useLocation();
  const { person, barred } = info;
  const record: [string, number][] = [
    ["主题", info.topics],
    ["全部帖子", info.posts],
    ["退回", info.refused],
    ["在回收站", info.recycled],
    ["举报成立", info.upheld],
    [`${warningsThatMute.withinDays} 天内警告`, info.warnings],
  ];
  return (
    <div className={own.panel}>
      <p className="facts">
        <Avatar icon={person.icon} />
        <Link to={to(paths.user(person.uid))} prefetch="none">
          {person.nickName}
        </Link>
        <span>uid {person.uid}</span>
        <span>
          注册于 <RelativeTime at={info.joinedAt} />
        </span>
      </p>
      {info.looksLike ? (
        <p>
          <strong>注意：这个昵称容易被当成「{info.looksLike}」</strong>，现在不能再取这样的昵称。
        </p>
      ) : null}
      <dl className={own.record}>
        {record.map(([name, count]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{count}</dd>
          </div>
        ))}
      </dl>
      {barred ? (
        <p>不能处理这个用户：{barred}</p>
      ) : (
        <RestrictForm
          uid={person.uid}
          action={`${pathname}?uid=${person.uid}`}
          submissionId={submissionId}
          failure={failure}
          className={styles.form}
        >
          <fieldset className={styles.doing}>
            <legend>处理</legend>
            <RestrictFields />
            <p className={styles.buttons}>
              <button type="submit" className="button" name="intent" value="restrict" data-primary>
                确定处理
              </button>
            </p>
          </fieldset>
        </RestrictForm>
      )}
      {useOverview()?.admin ? <SeeAsForm person={person} className={styles.form} /> : null}
      <h2>处罚记录</h2>
      <PenaltyList items={info.penalties} empty="没有处罚记录" />
      <h2>备注</h2>
      {info.notes.length > 0 ? (
        <ol className={own.notes}>
          {info.notes.map((note) => (
            <li key={note.at + note.text}>
              <p>{note.text}</p>
              <p className="facts">
                <span>{note.by.nickName}</span>
                <RelativeTime at={note.at} />
              </p>
            </li>
          ))}
        </ol>
      ) : null}
      {barred ? null : <NoteForm uid={person.uid} />}
      {info.addresses.length > 0 ? (
        <>
          <h2>最近发帖的地址</h2>
          <ul className={own.notes}>
            {info.addresses.map(({ address, posts, last }) => (
              <li key={address}>
                <p className="facts">
                  <code>{address}</code>
                  <span>{posts} 篇</span>
                  <RelativeTime at={last} />
                </p>
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </div>
  );
}

function NoteForm({ uid }: { uid: number }) {
  const { pathname } = useLocation();
  const form = useScreenForm({ id: "note", intent: "note" });
  return (
    <ScreenForm of={form} action={`${pathname}?uid=${uid}`} reloadDocument className={styles.form}>
      <input type="hidden" name="uid" value={uid} />
      <TextArea label="给其他版主的备注" hint="本人看不到" name="text" rows={3} maxLength={reasonMax} />
      <p className={styles.buttons}>
        <button type="submit" className="button" name="intent" value="note">
          记下备注
        </button>
      </p>
    </ScreenForm>
  );
}
