import { Link } from "@remix-run/react";
import type { CallResponse } from "contract";
import { contentKindNames, contentKinds } from "contract/content/kinds/words";
import { type RoleName, roles } from "contract/roles/constants";
import { Checkboxes } from "~/forms/inputs/choices-field";
import { TextField } from "~/forms/inputs/text-field";
import type { FormFailure } from "~/forms/result";
import { ModerationForm } from "~/moderation/moderation-form";
import { ReasonField } from "~/moderation/reason-field";
import { lastDay } from "../module/last-day";
import styles from "../module/module.module.css";
import type { RoleHolder } from "./holder";

interface Props {
  role: RoleName;
  /** The person whose role is changed; null to grant one. */
  chosen: RoleHolder | null;
  choices: CallResponse<"roleList">["choices"];
  failure: FormFailure | undefined;
  /** The address of the form that grants a role to somebody else. */
  blank: string;
}

/** The form that grants a role, or changes what it covers and its end. */
export function GrantForm({ role, chosen, choices, failure, blank }: Props) {
  const { name } = roles[role];
  const title = chosen ? `改动${name}：${chosen.person.nickName}` : `任命${name}`;
  return (
    <ModerationForm
      id="grant"
      asks={["grant"]}
      failure={failure}
      hiddenFields={["role", ...(chosen ? ["person"] : [])]}
      values={
        chosen
          ? {
              kinds: chosen.kinds,
              classes: chosen.classes.map(({ id }) => String(id)),
              courses: chosen.courses.map(({ id }) => String(id)),
              until: lastDay(chosen.until),
            }
          : {}
      }
      label={title}
      className={styles.box}
    >
      <h2 id="grant">{title}</h2>
      <input type="hidden" name="role" value={role} />
      {chosen ? (
        <>
          <input type="hidden" name="person" value={`UID:${chosen.person.uid}`} />
          <input type="hidden" name="change" value="1" />
          {/* Of a form that comes back: what was shown when it was opened, not what is so by now. */}
          <input
            type="hidden"
            name="since"
            value={String(failure?.result.initialValue?.since ?? chosen.since)}
          />
        </>
      ) : null}
      <div className={styles.fields}>
        {chosen ? null : <TextField label="用户的 UID 或昵称" name="person" maxLength={40} />}
        <TextField label="最后一天" hint="可不填，不填就没有期限" name="until" type="date" />
        <div className={styles.long}>
          <ReasonField hint="对方会看到" />
        </div>
      </div>
      {role === "editor" ? (
        <>
          <Checkboxes
            name="kinds"
            label="可以编辑的内容"
            options={contentKindNames.map((kind) => [kind, contentKinds[kind].name] as const)}
          />
          {choices.classes.length > 0 ? (
            <Checkboxes
              name="classes"
              label="限定产品分类"
              hint="勾了分类，产品和产品分类就只能编辑这些分类和它们下面的；都不勾就不限定"
              layout="many"
              options={choices.classes.map((each) => [String(each.id), each.name] as const)}
            />
          ) : null}
        </>
      ) : null}
      {role === "lecturer" && choices.courses.length > 0 ? (
        <Checkboxes
          name="courses"
          label="负责的课程"
          hint="可以都不勾：讲师自己起草的课程和考试总能接着写"
          layout="many"
          options={choices.courses.map((each) => [String(each.id), each.name] as const)}
        />
      ) : null}
      {role === "moderator" ? (
        <Checkboxes
          name="sections"
          label="管理的版块"
          hint="对方已经管理的别的版块不变；已经管理的版块，期限改成这里的"
          options={choices.sections.map((each) => [String(each.fid), each.name] as const)}
        />
      ) : null}
      <p className={styles.buttons}>
        <button type="submit" className="button" name="intent" value="grant" data-primary>
          {chosen ? "保存改动" : "任命"}
        </button>
        {chosen ? (
          <Link className="button" to={blank} prefetch="none">
            不改了
          </Link>
        ) : null}
      </p>
    </ModerationForm>
  );
}
