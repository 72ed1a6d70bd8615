import type { CallResponse } from "contract";
import { type RightName, rightDefaults, rightNames } from "contract/moderation/constants";
import { Options, SelectField } from "~/forms/inputs/select-field";
import { ReasonField } from "~/moderation/reason-field";
import { SectionForm } from "../module/section-form";
import styles from "./rights.module.css";

type Rules = CallResponse<"userPermissionInfo">["rules"];

const names = Object.keys(rightNames) as RightName[];

/** Who has each right by default; administrators change it. */
export function SectionRules({ fid, rules, admin }: { fid: number; rules: Rules; admin: boolean }) {
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
      <SectionForm fid={fid} intents={["rules"]} values={rules} label="版块的默认权限">
        <div className={styles.grid}>
          {names.map((name) => (
            <SelectField key={name} label={rightNames[name]} name={name}>
              <Options of={rightDefaults} />
            </SelectField>
          ))}
        </div>
        <ReasonField hint="写进管理日志" />
        <p>
          <button type="submit" className="button" name="intent" value="rules">
            保存默认权限
          </button>
        </p>
      </SectionForm>
    </section>
  );
}
