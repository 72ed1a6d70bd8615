import { CheckboxField } from "~/forms/inputs/checkbox-field";
import { Options, SelectField } from "~/forms/inputs/select-field";
import { TextField } from "~/forms/inputs/text-field";
import { DaysField } from "./days-field";
import styles from "./fields.module.css";
import type { operationsFor } from "./operations";
import { ReasonField } from "./reason-field";

export interface OperateChoices {
  /** The operations that the moderator may choose. */
  operations: ReturnType<typeof operationsFor>;
  sections: { fid: number; name: string }[];
  /** The topic classes of the list's section; empty when the list has several sections. */
  classes: { id: number; name: string }[];
}

interface Props extends OperateChoices {
  /** The id of the list of common reasons. */
  templates: string;
}

/** The fields of a moderator's operation on topics, in a list and on a topic's page; the buttons follow them. */
export function OperateFields({ operations, sections, classes, templates }: Props) {
  return (
    <>
      <SelectField name="operation" label="操作">
        <option value="">请选择</option>
        {operations
          .filter(({ operations: [first] }) => first?.value !== "class" || classes.length > 0)
          .map(({ label, operations: each }) => (
            <optgroup key={label} label={label}>
              <Options of={each.map(({ value, label: name }) => [value, name] as const)} />
            </optgroup>
          ))}
      </SelectField>
      <DaysField label="多少天后自动取消" hint="留空或 0 表示一直有效" />
      <SelectField name="moveTo" label="移动到" hint="操作选「移动」时填">
        <option value="">不移动</option>
        <Options of={sections.map(({ fid, name }) => [String(fid), name] as const)} />
      </SelectField>
      {classes.length > 0 ? (
        <SelectField name="classId" label="分类" hint="操作选「改分类」时填">
          <option value="">无分类</option>
          <Options of={classes.map(({ id, name }) => [String(id), name] as const)} />
        </SelectField>
      ) : null}
      <TextField
        name="duplicateOf"
        label="与哪个主题重复"
        hint="关闭重复帖时填那个主题的编号"
        inputMode="numeric"
        maxLength={10}
      />
      <div className={styles.wide}>
        <CheckboxField name="pointer" label="移动后在原版块留一条指引" />
      </div>
      <div className={styles.wide}>
        <ReasonField hint="作者会看到；署名「版主」" templates={templates} />
      </div>
    </>
  );
}
