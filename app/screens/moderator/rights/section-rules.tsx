import type { CallResponse } from "contract";
import { type RightName, rightDefaults, rightNames } from "contract/moderation/constants";
import { PlainField } from "~/forms/plain-field";
import { ReasonField } from "~/moderation/reason-field";
import { SectionForm, useTyped } from "../module/section-form";
import styles from "./rights.module.css";

type Rules = CallResponse<"userPermissionInfo">["rules"];

const names = Object.keys(rightNames) as RightName[];

/** For whom each right is by default; administrators change it. */
export function SectionRules({ fid, rules, admin }: { fid: number; rules: Rules; admin: boolean }) {
  const { back } = useTyped("rules");
  if (!admin)
    return (
      <section>
        <h2 className={styles.title}>版块的默认权限</h2>
        <dl className={styles.grid}>
          {names.map((name) => (
            <div key={name}>
              <dt>{rightNames[name]}</dt>
              <dd>{rightDefaults[rules[name]]}</dd>
            </div>
          ))}
        </dl>
      </section>
    );
  return (
    <section>
      <h2 className={styles.title}>版块的默认权限</h2>
      <p className={styles.hint}>不对所有人开放浏览的版块，不会出现在全站列表、搜索和订阅里。</p>
      <SectionForm fid={fid} intents={["rules"]} label="版块的默认权限">
        <div className={styles.grid}>
          {names.map((name) => (
            <PlainField key={name} label={rightNames[name]} errors={back(name).errors}>
              {(control) => (
                <select {...control} name={name} defaultValue={back(name).value ?? rules[name]}>
                  {Object.entries(rightDefaults).map(([value, label]) => (
                    <option key={value} value={value}>
                      {label}
                    </option>
                  ))}
                </select>
              )}
            </PlainField>
          ))}
        </div>
        <ReasonField hint="写进管理日志" back={back} />
        <p>
          <button type="submit" className="button" name="intent" value="rules">
            保存默认权限
          </button>
        </p>
      </SectionForm>
    </section>
  );
}
