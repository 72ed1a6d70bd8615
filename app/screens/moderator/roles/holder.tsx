import { Link, useActionData } from "@remix-run/react";
import type { CallResponse } from "contract";
import { type RoleName, roles } from "contract/roles/constants";
import { Checkboxes } from "~/forms/inputs/choices-field";
import { failureOf } from "~/forms/result";
import { Fold } from "~/moderation/fold";
import { ModerationForm } from "~/moderation/moderation-form";
import { ReasonField } from "~/moderation/reason-field";
import { RelativeTime } from "~/ui/relative-time";
import { kindNames } from "../editing/edited-kinds";
import { OfficeHolder } from "../module/appointing";
import { lastDay } from "../module/last-day";
import styles from "../module/module.module.css";

export type RoleHolder = CallResponse<"roleList">["holders"][number];

const untilWords = (until: string) => (until === "" ? "" : `到 ${lastDay(until)}`);

/** What a role covers, in words. */
function coverWords(role: RoleName, { kinds, classes, courses, sections }: RoleHolder): string[] {
  return [
    ...(kinds.length > 0 ? [`内容：${kindNames(kinds)}`] : []),
    ...(classes.length > 0 ? [`限定分类：${classes.map(({ name }) => name).join("、")}`] : []),
    ...(role === "lecturer"
      ? [`课程：${courses.map(({ name }) => name).join("、") || "只有自己起草的"}`]
      : []),
    ...sections.map(({ name, until }) => [name, untilWords(until)].filter(Boolean).join("，")),
  ];
}

interface Props {
  role: RoleName;
  holder: RoleHolder;
  /** The address of the form that changes the role. */
  change: string;
}

/** A person with a role, what it covers, and the form that takes it back. */
export function Holder({ role, holder, change }: Props) {
  const { person, admin, until, since, by, sections } = holder;
  const { name } = roles[role];
  const intent = `revoke:${person.uid}`;
  const refused = failureOf(useActionData(), intent);
  return (
    <li>
      <OfficeHolder person={person} note={until === "" ? "" : `，${untilWords(until)}`} />
      <p className="facts">
        {coverWords(role, holder).map((words) => (
          <span key={words}>{words}</span>
        ))}
        {since === "" ? null : (
          <span>
            {by ? `${by.nickName} · ` : ""}
            <RelativeTime at={since} />
          </span>
        )}
      </p>
      {admin ? (
        <p className={styles.none}>
          现在是管理员，这个角色先不算数；不再是管理员时又算数，那时才能改动和收回。
        </p>
      ) : null}
      {role === "moderator" || admin ? null : (
        <Link className={styles.summary} to={change} prefetch="none">
          改范围或期限<span className="visually-hidden">：{person.nickName}</span>
        </Link>
      )}
      {admin ? null : (
        <Fold title={`收回${name}`} open={refused !== undefined}>
          <ModerationForm
            id={`revoke-${person.uid}`}
            asks={[intent]}
            failure={refused}
            hiddenFields={["uid"]}
            values={{ sections: sections.map(({ fid }) => String(fid)) }}
            label={`收回${name}：${person.nickName}`}
            className={styles.box}
          >
            <input type="hidden" name="role" value={role} />
            {sections.length > 0 ? (
              <Checkboxes
                name="sections"
                label="从这些版块免去"
                options={sections.map(({ fid, name: words }) => [String(fid), words] as const)}
              />
            ) : null}
            <ReasonField hint="对方会看到" />
            <p className={styles.buttons}>
              <button type="submit" className="button" name="intent" value={intent}>
                收回
              </button>
            </p>
          </ModerationForm>
        </Fold>
      )}
    </li>
  );
}
