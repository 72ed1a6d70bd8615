import { Link } from "@remix-run/react";
import { TextField } from "~/forms/inputs/text-field";
import { ReasonField } from "~/moderation/reason-field";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { Avatar } from "~/ui/avatar";
import styles from "./module.module.css";

/** A person who has the role. */
export function OfficeHolder({
  person: { uid, nickName, icon },
  note = "",
}: {
  person: { uid: number; nickName: string; icon: string | null };
  note?: string;
}) {
  const { to } = useShell();
  return (
    <p className={styles.name}>
      <Link className={styles.person} to={to(paths.user(uid))} prefetch="none">
        <Avatar icon={icon} size={24} />
        {nickName}
      </Link>
      <span className={styles.aside}>
        UID {uid}
        {note}
      </span>
    </p>
  );
}

/** The fields of the form that appoints somebody: the person and the reason. */
export function AppointFields({ title }: { title: string }) {
  return (
    <>
      <h2>{title}</h2>
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
    </>
  );
}

/**
 * The field and button that dismiss somebody, with a reason.
 * @param intent names the person
 */
export function DismissFields({ intent }: { intent: string }) {
  return (
    <>
      <div className={styles.long}>
        <ReasonField hint="对方会看到" />
      </div>
      <p className={styles.buttons}>
        <button type="submit" className="button" name="intent" value={intent}>
          免去
        </button>
      </p>
    </>
  );
}
