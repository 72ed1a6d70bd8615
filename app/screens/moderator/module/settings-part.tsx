import { newcomerDays, newcomerPosts } from "contract/forum/constants";
import type { ModeratedSection } from "contract/moderation/sections/calls";
import { type PreReview, preReviews } from "contract/moderation/sections/fields";
import { CheckboxField } from "~/forms/inputs/checkbox-field";
import { Options, SelectField } from "~/forms/inputs/select-field";
import { ReasonField } from "~/moderation/reason-field";
import styles from "./module.module.css";
import { SectionForm } from "./section-form";

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

const binHint = "不启用时，删除就是彻底销毁，不能恢复，只有管理员可以删除。";

/** The settings of a section: whose posts are reviewed first, whether it takes posts, and whether it is listed. */
export function SettingsPart({ section, admin }: { section: ModeratedSection; admin: boolean }) {
  const { preReview, postingClosed, unlisted, recycleBin } = section;
  return (
    <SectionForm
      fid={section.fid}
      intents={["settings"]}
      values={{ preReview, postingClosed, unlisted, recycleBin }}
      hidden={admin ? [] : ["recycleBin"]}
      label="版块设置"
    >
      <SelectField
        label="先审后发"
        hint={`新人：注册不满 ${newcomerDays} 天，或公开的内容不到 ${newcomerPosts} 条`}
        name="preReview"
      >
        <Options of={choices} />
      </SelectField>
      {switches.map((each) => (
        <CheckboxField key={each.name} {...each} />
      ))}
      {admin ? (
        <CheckboxField name="recycleBin" label="启用回收站" hint={binHint} />
      ) : (
        <div className={styles.switch}>
          {recycleBin ? <input type="hidden" name="recycleBin" value="on" /> : null}
          <p className={styles.check}>回收站：{recycleBin ? "启用" : "没有启用"}</p>
          <p>{binHint}只有管理员可以更改。</p>
        </div>
      )}
      <ReasonField hint="写进管理日志" />
      <p className={styles.buttons}>
        <button type="submit" className="button" name="intent" value="settings" data-primary>
          保存设置
        </button>
      </p>
    </SectionForm>
  );
}
