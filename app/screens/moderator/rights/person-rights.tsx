import type { CallResponse } from "contract";
import { rightNames, rightValues } from "contract/moderation/constants";
import { Options, SelectField } from "~/forms/inputs/select-field";
import { ReasonField } from "~/moderation/reason-field";
import { SectionForm } from "../module/section-form";
import styles from "./rights.module.css";

type About = NonNullable<CallResponse<"userPermissionInfo">["person"]>;

/** A person's rights in the section with their reasons, and the form that makes exceptions for the person. */
export function PersonRights({ fid, about, admin }: { fid: number; about: About; admin: boolean }) {
  const { person, barred, rights } = about;
  return (
    <section>
      <h2 className={styles.title}>
        {person.nickName}（uid {person.uid}）在这个版块能做什么
      </h2>
      <SectionForm
        fid={fid}
        intents={["person"]}
        hidden={["uid"]}
        values={Object.fromEntries(rights.map(({ right, value }) => [right, value]))}
        label={`${person.nickName} 的权限`}
      >
        <input type="hidden" name="uid" value={person.uid} />
        <ul className={styles.rights}>
          {rights.map(({ right, value, allowed, why }) => (
            <li key={right}>
              <SelectField label={rightNames[right]} name={right} disabled={barred !== ""}>
                <Options
                  of={Object.entries(rightValues).filter(
                    ([each]) => admin || each !== "allow" || value === "allow",
                  )}
                />
              </SelectField>
              <p data-allowed={allowed}>
                {allowed ? "可以" : "不可以"} · {why}
              </p>
            </li>
          ))}
        </ul>
        {barred ? (
          <p>不能修改：{barred}</p>
        ) : (
          <>
            <ReasonField hint="本人会看到" />
            <p>
              <button type="submit" className="button" name="intent" value="person" data-primary>
                保存权限
              </button>
            </p>
          </>
        )}
      </SectionForm>
    </section>
  );
}
