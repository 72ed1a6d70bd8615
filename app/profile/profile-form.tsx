import type { FieldMetadata } from "@conform-to/react";
import { useActionData } from "@remix-run/react";
import { type ChangeEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { typed } from "~/forms/field-parts";
import { ScreenForm } from "~/forms/form/screen-form";
import { useScreenForm } from "~/forms/form/use-screen-form";
import { FieldProvider } from "~/forms/inputs/field-provider";
import { EnterButton } from "~/forms/outcomes/enter-button";
import type { FormFailure } from "~/forms/result";
import { AvatarField } from "./avatar-field";
import { BasicSection } from "./basic-section";
import { ExtendedSection } from "./extended-section";
import { FormActionContext } from "./form-action";
import styles from "./profile.module.css";
import { type ProfileAnswer, type ProfileFormData, type ProfileValues, saveIntent } from "./profile-data";

/** The form's fields; `interestSearch` only searches interests, and `avatar` is a file. */
export type ProfileShape = {
  [Name in keyof ProfileValues | "interestSearch" | "avatar"]: Name extends "interestDirection"
    ? string[]
    : string;
};
export type ProfileFields = Record<keyof ProfileShape, FieldMetadata<unknown>>;

interface ProfileFormProps {
  id: string;
  data: ProfileFormData;
  /** The address for posting. */
  action: string;
  /** The end of the form: its button, and the message after a failure. */
  children: (failure: FormFailure | undefined) => ReactNode;
}

/** The current values of the two types that decide which fields are shown (spec 5.6). */
export function useTypes(fields: ProfileFields, element: RefObject<HTMLFormElement>) {
  const [types, setTypes] = useState({
    identity: typed(fields.identity.initialValue) ?? "",
    developtype: typed(fields.developtype.initialValue) ?? "",
  });
  // The choices may have changed before hydration.
  useEffect(() => {
    const chosen = element.current ? new FormData(element.current) : null;
    if (chosen?.has("identity"))
      setTypes({
        identity: String(chosen.get("identity") ?? ""),
        developtype: String(chosen.get("developtype") ?? ""),
      });
  }, [element]);
  const onChange = (event: ChangeEvent<HTMLFormElement>) => {
    const { name, value } = event.target as unknown as HTMLSelectElement;
    if (name === "identity" || name === "developtype") setTypes((before) => ({ ...before, [name]: value }));
  };
  return { types, onChange };
}

/**
 * The form of personal information (spec 2.8) on its page. The completion dialog asks in steps instead (completion/).
 */
export function ProfileForm({ id, data, action, children }: ProfileFormProps) {
  const answer = useActionData() as ProfileAnswer | undefined;
  const formAnswer = answer && "result" in answer ? answer : undefined;
  const profile = useScreenForm<ProfileShape>({
    id,
    intent: saveIntent,
    defaultValue: data.values,
    loadValidate: () => import("./profile.schema"),
    answer,
  });
  const { fields, failure } = profile;
  const all = fields as unknown as ProfileFields;
  const element = useRef<HTMLFormElement>(null);
  const { types, onChange } = useTypes(all, element);
  const options = formAnswer?.options ?? data.options;
  const isRefused = Object.keys(failure?.result.error ?? {}).some((name) => name !== "");
  return (
    <FieldProvider>
      <ScreenForm
        of={profile}
        ref={element}
        action={action}
        encType="multipart/form-data"
        className={styles.form}
        onChange={onChange}
        preventScrollReset
        problems={isRefused ? ["有内容需要修改，请看各项下面的提示"] : undefined}
      >
        <EnterButton intent={saveIntent} name="保存" />
        <FormActionContext.Provider value={action}>
          <section className={styles.section} aria-labelledby={`${id}-basic`}>
            <h2 id={`${id}-basic`}>基本信息</h2>
            <AvatarField
              id={id}
              icon={formAnswer?.avatar?.icon ?? data.icon}
              message={formAnswer?.chooseAvatarAgain ? "请重新选择头像文件" : formAnswer?.avatar?.message}
            />
            <BasicSection fields={all} regions={options.regions} />
          </section>
          <section className={styles.section} aria-labelledby={`${id}-extended`}>
            <h2 id={`${id}-extended`}>扩展信息</h2>
            <ExtendedSection fields={all} options={options} {...types} schoolLocked={data.schoolLocked} />
          </section>
          {children(failure)}
        </FormActionContext.Provider>
      </ScreenForm>
    </FieldProvider>
  );
}
