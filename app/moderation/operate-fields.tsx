import { daysMaximum } from "contract/moderation/fields";
import { type givenBack, PlainField, PlainInput } from "~/forms/plain-field";
import styles from "./operate-fields.module.css";
import type { operationsFor } from "./operations";

export interface OperateChoices {
  /** The operations to choose from. */
  operations: ReturnType<typeof operationsFor>;
  sections: { fid: number; name: string }[];
  /** The classes of the section that is looked at; none where it is not one. */
  classes: { id: number; name: string }[];
}

/** The fields of what is done to topics, in a list and on a topic's page alike; the reason and the buttons follow. */
export function OperateFields({
  operations,
  sections,
  classes,
  back,
}: OperateChoices & {
  /** The values and problems of the form. */
  back(name: string): ReturnType<typeof givenBack>;
}) {
  return (
    <>
      <PlainField label="操作" errors={back("operation").errors}>
        {(control) => (
          <select {...control} name="operation" defaultValue={back("operation").value ?? ""}>
            <option value="">请选择</option>
            {operations
              .filter(({ operations: [first] }) => first?.value !== "class" || classes.length > 0)
              .map(({ label, operations: each }) => (
                <optgroup key={label} label={label}>
                  {each.map(({ value, label: name }) => (
                    <option key={value} value={value}>
                      {name}
                    </option>
                  ))}
                </optgroup>
              ))}
          </select>
        )}
      </PlainField>
      <PlainInput
        label="多少天后自动取消"
        hint="留空或 0 表示一直有效"
        errors={back("days").errors}
        name="days"
        inputMode="numeric"
        maxLength={String(daysMaximum).length + 1}
        defaultValue={back("days").value ?? ""}
      />
      <PlainField label="移动到" hint="操作选「移动」时填" errors={back("moveTo").errors}>
        {(control) => (
          <select {...control} name="moveTo" defaultValue={back("moveTo").value ?? ""}>
            <option value="">不移动</option>
            {sections.map(({ fid, name }) => (
              <option key={fid} value={fid}>
                {name}
              </option>
            ))}
          </select>
        )}
      </PlainField>
      {classes.length > 0 ? (
        <PlainField label="分类" hint="操作选「改分类」时填" errors={back("classId").errors}>
          {(control) => (
            <select {...control} name="classId" defaultValue={back("classId").value ?? ""}>
              <option value="">无分类</option>
              {classes.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </PlainField>
      ) : null}
      <PlainInput
        label="与哪个主题重复"
        hint="关闭重复帖时填那个主题的编号"
        errors={back("duplicateOf").errors}
        name="duplicateOf"
        inputMode="numeric"
        maxLength={10}
        defaultValue={back("duplicateOf").value ?? ""}
      />
      <label className={styles.check}>
        <input type="checkbox" name="pointer" defaultChecked={back("pointer").value === "on"} />
        移动后在原版块留一条指引
      </label>
    </>
  );
}
