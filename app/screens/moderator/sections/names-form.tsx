import { useActionData } from "@remix-run/react";
import { templateMax, topicContentMax } from "contract/forum/constants";
import type { ArrangedSection } from "contract/moderation/sections/arranging";
import { sectionIcons, sectionNameMax, summaryMax } from "contract/moderation/sections/fields";
import { TextArea } from "~/forms/form/text-area";
import { Options, SelectField } from "~/forms/inputs/select-field";
import { TextField } from "~/forms/inputs/text-field";
import { failureOf } from "~/forms/result";
import { ModerationForm } from "~/moderation/moderation-form";
import { paths } from "~/navigation/paths";
import styles from "../module/module.module.css";
import { SectionForm } from "../module/section-form";

/** Name, group and icon. A group is typed, so that a new one can begin; the present ones are proposed. */
function NameFields({ groups, icon = "" }: { groups: string[]; icon?: string }) {
  const other = icon === "" || icon in sectionIcons ? [] : [[icon, icon] as const];
  return (
    <div className={styles.fields}>
      <TextField label="名称" name="name" maxLength={sectionNameMax} />
      <TextField
        label="分区"
        hint="写一个新名称，就新建这个分区"
        name="group"
        maxLength={sectionNameMax}
        list="groups"
      />
      <datalist id="groups">
        {groups.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <SelectField label="图标" name="icon">
        <Options of={[["", "不用图标"], ...Object.entries(sectionIcons), ...other]} />
      </SelectField>
    </div>
  );
}

function TemplateField() {
  return (
    <TextArea
      label="发帖模板（可不填）"
      hint="支持 Markdown；在这个版块发“求助”时，正文从它开始"
      name="template"
      rows={8}
      maxLength={templateMax}
    />
  );
}

/** The form of a new section, with what a section begins with. */
export function CreateForm({ groups }: { groups: string[] }) {
  return (
    <ModerationForm
      id="create"
      asks={["create"]}
      failure={failureOf(useActionData(), "create")}
      label="新建版块"
      className={styles.box}
    >
      <h2>新建版块</h2>
      <NameFields groups={groups} />
      <TextField
        label="编号（可不填）"
        hint="写进地址，之后不能改；留空就用下一个空的编号"
        name="fid"
        inputMode="numeric"
        maxLength={10}
      />
      <TextField label="介绍" hint="一句话，列在版块名下面" name="summary" maxLength={summaryMax} />
      <TextArea
        label="版规（可不填）"
        hint="支持 Markdown，显示在版块页面旁边"
        name="rules"
        rows={6}
        maxLength={topicContentMax}
      />
      <TemplateField />
      <p className={styles.none}>新建以后，在版块管理里加分类、任命版主。它马上出现在菜单和发帖页里。</p>
      <p className={styles.buttons}>
        <button type="submit" className="button" name="intent" value="create" data-primary>
          新建
        </button>
      </p>
    </ModerationForm>
  );
}

/** The form of a section's name, group, icon and template. */
export function UpdateForm({
  section,
  groups,
}: {
  section: ArrangedSection & { group: string };
  groups: string[];
}) {
  const { fid, name, group, icon, template, version } = section;
  return (
    <SectionForm
      fid={fid}
      intents={["update"]}
      values={{ name, group, icon, template }}
      hidden={["base"]}
      label="名称与分区"
      className={styles.box}
    >
      <input type="hidden" name="base" value={version} />
      <h2>名称与分区</h2>
      <NameFields groups={groups} icon={icon} />
      <TemplateField />
      <p className={styles.none}>换了分区，它排在那个分区最后。地址 {paths.section(fid)} 不变。</p>
      <p className={styles.buttons}>
        <button type="submit" className="button" name="intent" value="update" data-primary>
          保存
        </button>
      </p>
    </SectionForm>
  );
}
