import type { ModeratedSection } from "contract/moderation/sections/calls";
import { Fold } from "~/moderation/fold";
import { AppointFields, DismissFields, OfficeHolder } from "./appointing";
import { lastDay } from "./last-day";
import styles from "./module.module.css";
import { SectionForm, useRefused } from "./section-form";

type Person = ModeratedSection["moderators"][number];

/** The moderators of a section; administrators appoint and dismiss them. */
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
          <AppointFields title="任命版主" />
        </SectionForm>
      ) : (
        <p className={styles.none}>版主由管理员任免。</p>
      )}
    </>
  );
}

function Row({ fid, person, admin }: { fid: number; person: Person; admin: boolean }) {
  const intent = `dismiss:${person.uid}`;
  const refused = useRefused(intent);
  return (
    <li>
      <OfficeHolder person={person} note={person.until === "" ? "" : `，到 ${lastDay(person.until)}`} />
      {admin ? (
        <Fold title="免去版主" open={refused !== undefined}>
          <SectionForm
            fid={fid}
            intents={[intent]}
            hidden={["uid"]}
            label={`免去版主：${person.nickName}`}
            className={styles.line}
          >
            <DismissFields intent={intent} />
          </SectionForm>
        </Fold>
      ) : null}
    </li>
  );
}
