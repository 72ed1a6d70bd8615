import { type FieldMetadata, getFormProps } from "@conform-to/react";
import { Form, useActionData, useFetcher } from "@remix-run/react";
import { type ChangeEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { FormProblems, FormToken, typed } from "~/forms/field-parts";
import type { FormFailure } from "~/forms/result";
import { useScreenForm } from "~/forms/use-screen-form";
import { AvatarField } from "./avatar-field";
import { BasicSection } from "./basic-section";
import { ExtendedSection } from "./extended-section";
import { FormActionContext } from "./form-action";
import styles from "./profile.module.css";
import {
  type ProfileAnswer,
  type ProfileFormData,
  type ProfileSaved,
  type ProfileValues,
  saveIntent,
} from "./profile-data";

/** The form's fields; `interestSearch` only finds interests, and `avatar` is a file. */
type ProfileShape = {
  [Name in keyof ProfileValues | "interestSearch" | "avatar"]: Name extends "interestDirection"
    ? string[]
    : string;
};
export type ProfileFields = Record<keyof ProfileShape, FieldMetadata<unknown>>;

interface ProfileFormProps {
  id: string;
  data: ProfileFormData;
  /** Where it posts to. */
  action: string;
  /**
   * Spec 2.8, enterType dialog: only what has to be there, without the save button, in a form of its own that
   * keeps the page under it; once saved it tells the page by a bubbling event `saveData`, whose detail is a
   * `ProfileSaved`.
   */
  dialog?: boolean;
  /** What stands at its end: its button, and what a failure asks for. */
  children: (failure: FormFailure | undefined) => ReactNode;
}

/** The form of personal information (spec 2.8), on its page and in the completion modal. */
export function ProfileForm({ id, data, action, dialog = false, children }: ProfileFormProps) {
  const fetcher = useFetcher<ProfileAnswer | ProfileSaved>();
  const posted = useActionData() as ProfileAnswer | undefined;
  const answer = dialog && fetcher.data ? fetcher.data : posted;
  const saved = answer && "saved" in answer ? answer : undefined;
  const shown = answer && "result" in answer ? answer : undefined;
  const { form, fields, failure, onFocus } = useScreenForm<ProfileShape>({
    id,
    intent: saveIntent,
    defaultValue: data.values,
    loadValidate: () => import("./profile.schema"),
    answer,
  });
  const all = fields as unknown as ProfileFields;
  const first = useRef<HTMLButtonElement>(null);
  const hydrated = useHydrated();
  const [types, setTypes] = useState({
    identity: typed(all.identity.initialValue) ?? "",
    developtype: typed(all.developtype.initialValue) ?? "",
  });

  // What was chosen before this code had come.
  useEffect(() => {
    const own = first.current?.form;
    const chosen = own ? new FormData(own) : null;
    if (chosen)
      setTypes({
        identity: String(chosen.get("identity") ?? ""),
        developtype: String(chosen.get("developtype") ?? ""),
      });
  }, []);
  useEffect(() => {
    if (saved)
      first.current?.dispatchEvent(
        new CustomEvent<ProfileSaved>("saveData", { bubbles: true, detail: saved }),
      );
  }, [saved]);

  const onChange = (event: ChangeEvent<HTMLFormElement>) => {
    const { name, value } = event.target as unknown as HTMLSelectElement;
    if (name === "identity" || name === "developtype") setTypes((before) => ({ ...before, [name]: value }));
  };
  const options = shown?.options ?? data.options;
  const PostingForm = dialog ? fetcher.Form : Form;
  const isRefused = Object.keys(failure?.result.error ?? {}).some((name) => name !== "");
  return (
    <PostingForm
      method="post"
      action={action}
      encType="multipart/form-data"
      className={styles.form}
      onFocus={onFocus}
      onChange={onChange}
      preventScrollReset
      {...getFormProps(form)}
    >
      <FormToken />
      {dialog && hydrated ? <input type="hidden" name="stay" value="1" /> : null}
      {/* Enter in a text field presses the first submit button: it must be the one that saves. */}
      <button
        ref={first}
        type="submit"
        name="intent"
        value={saveIntent}
        className="visually-hidden"
        tabIndex={-1}
        aria-hidden="true"
      >
        保存
      </button>
      <FormActionContext.Provider value={action}>
        <FormProblems
          id={form.errorId}
          errors={form.errors ?? (isRefused ? ["有内容需要修改，请看各项下面的提示"] : undefined)}
        />
        <section className={styles.section} aria-labelledby={`${id}-basic`}>
          <h2 id={`${id}-basic`}>基本信息</h2>
          {dialog ? null : (
            <AvatarField
              id={id}
              icon={shown?.avatar?.icon ?? data.icon}
              said={shown?.chooseAvatarAgain ? "请重新选择头像文件" : shown?.avatar?.message}
              errors={all.avatar.errors}
            />
          )}
          <BasicSection fields={all} regions={options.regions} brief={dialog} />
        </section>
        <section className={styles.section} aria-labelledby={`${id}-extended`}>
          <h2 id={`${id}-extended`}>扩展信息</h2>
          <ExtendedSection
            fields={all}
            options={options}
            {...types}
            schoolLocked={data.schoolLocked}
            brief={dialog}
          />
        </section>
        {children(failure)}
      </FormActionContext.Provider>
    </PostingForm>
  );
}
