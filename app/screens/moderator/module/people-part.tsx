import { Link } from "@remix-run/react";
import type { ModeratedSection } from "contract/moderation/sections/calls";
import { TextField } from "~/forms/inputs/text-field";
import { ReasonField } from "~/moderation/reason-field";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { Avatar } from "~/ui/avatar";
import styles from "./module.module.css";
import { SectionForm, useRefused } from "./section-form";

type Person = ModeratedSection["moderators"][number];

/** Who moderates a section; administrators appoint and dismiss. */
export function PeoplePart({
  section: { fid, moderators },
  admin,
}: {
  section: ModeratedSection;
  admin: boolean;
}) {
  return (
    <>
      {moderators.length === 0 ? (
        <p className={styles.none}>这个版块还没有版主，由管理员管理。</p>
      ) : (
        <ul className={styles.rows}>
          {moderators.map((person) => (
            <Row key={person.uid} fid={fid} person={person} admin={admin} />
          ))}
        </ul>
      )}
      {admin ? (
        <SectionForm fid={fid} intents={["appoint"]} label="任命版主" className={styles.box}>
          <h2>任命版主</h2>
          <div className={styles.fields}>
            <TextField label="用户的 UID 或昵称" name="person" maxLength={40} />
            <div className={styles.long}>
              <ReasonField hint="对方会看到" />
            </div>
          </div>
          <p className={styles.buttons}>
            <button type="submit" className="button" name="intent" value="appoint" data-primary>
              任命
            </button>
          </p>
        </SectionForm>
      ) : (
        <p className={styles.none}>版主由管理员任免。</p>
      )}
    </>
  );
}

function Row({ fid, person, admin }: { fid: number; person: Person; admin: boolean }) {
  const { to } = useShell();
  const intent = `dismiss:${person.uid}`;
  const refused = useRefused(intent);
  return (
    <li>
      <p className={styles.name}>
        <Link className={styles.person} to={to(paths.user(person.uid))} prefetch="none">
          <Avatar icon={person.icon} size={24} />
          {person.nickName}
        </Link>
        <span className={styles.aside}>UID {person.uid}</span>
      </p>
      {admin ? (
        <details open={refused !== undefined}>
          <summary className={styles.summary}>免去版主</summary>
          <SectionForm
            fid={fid}
            intents={[intent]}
            hidden={["uid"]}
            label={`免去版主：${person.nickName}`}
            className={styles.line}
          >
            <div className={styles.long}>
              <ReasonField hint="对方会看到" />
            </div>
            <p className={styles.buttons}>
              <button type="submit" className="button" name="intent" value={intent}>
                免去
              </button>
            </p>
          </SectionForm>
        </details>
      ) : null}
    </li>
  );
}
