import { newcomerDays, newcomerPosts } from "contract/forum/constants";
import type { ModeratedSection } from "contract/moderation/sections/calls";
import { type PreReview, preReviews } from "contract/moderation/sections/fields";
import { problem } from "~/forms/field-parts";
import { PlainField } from "~/forms/plain-field";
import { ReasonField } from "~/moderation/reason-field";
import styles from "./module.module.css";
import { SectionForm, useTyped } from "./section-form";

const choices = Object.entries(preReviews) as [PreReview, string][];

const switches = [
  {
    name: "postingClosed",
    label: "停止发帖和回复",
    hint: "已有的内容仍可阅读，发帖页不再列出这个版块。",
  },
  {
    name: "unlisted",
    label: "不在列表里显示",
    hint: "不出现在菜单、全站列表、搜索和订阅里；知道地址的人仍能打开。",
  },
] as const;

/** Who is looked at first, and what a section takes and shows. */
export function SettingsPart({ section, admin }: { section: ModeratedSection; admin: boolean }) {
  const { failed, back } = useTyped("settings");
  const on = (name: "recycleBin" | "postingClosed" | "unlisted") =>
    failed ? back(name).value === "on" : section[name];
  return (
    <SectionForm fid={section.fid} intents={["settings"]} label="版块设置">
      <PlainField
        label="先审后发"
        hint={`新人：注册不满 ${newcomerDays} 天，或公开的内容不到 ${newcomerPosts} 条`}
        errors={back("preReview").errors}
      >
        {(control) => (
          <select {...control} name="preReview" defaultValue={back("preReview").value ?? section.preReview}>
            {choices.map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        )}
      </PlainField>
      {switches.map(({ name, label, hint }) => (
        <div key={name} className={styles.switch}>
          <label className={styles.check}>
            <input type="checkbox" name={name} defaultChecked={on(name)} />
            {label}
          </label>
          <p>{hint}</p>
        </div>
      ))}
      <div className={styles.switch}>
        {admin ? (
          <label className={styles.check}>
            <input type="checkbox" name="recycleBin" defaultChecked={on("recycleBin")} />
            启用回收站
          </label>
        ) : (
          <>
            {section.recycleBin ? <input type="hidden" name="recycleBin" value="on" /> : null}
            <p className={styles.check}>回收站：{section.recycleBin ? "启用" : "没有启用"}</p>
          </>
        )}
        <p>
          不启用时，删除就是彻底销毁，不能恢复，只有管理员可以删除。
          {admin ? "" : "只有管理员可以更改。"}
        </p>
        {back("recycleBin").errors ? <p>{problem(back("recycleBin").errors ?? undefined)}</p> : null}
      </div>
      <ReasonField hint="写进管理日志" back={back} />
      <p className={styles.buttons}>
        <button type="submit" className="button" name="intent" value="settings" data-primary>
          保存设置
        </button>
      </p>
    </SectionForm>
  );
}
