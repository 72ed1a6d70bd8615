import { Link, type useFetcher } from "@remix-run/react";
import { fieldNames } from "contract/profile/fields";
import { useEffect, useRef } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { focusFirstWrong } from "~/forms/focus-first-wrong";
import { ScreenForm } from "~/forms/form/screen-form";
import { useScreenForm } from "~/forms/form/use-screen-form";
import { FieldProvider } from "~/forms/inputs/field-provider";
import { EnterButton } from "~/forms/outcomes/enter-button";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { RegionSelects } from "../basic-section";
import { IdentityFields } from "../extended-section";
import { FormActionContext } from "../form-action";
import { InterestField } from "../interest-field";
import { NicknameField } from "../nickname-field";
import styles from "../profile.module.css";
import { saveIntent } from "../profile-data";
import { type ProfileFields, type ProfileShape, useTypes } from "../profile-form";
import { type CompletionData, nextIntent } from "./steps";

export const formId = "completion";

/** The label of the step's primary button. */
export const stepButton = (step: CompletionData["step"]) =>
  step === "interests" ? { intent: saveIntent, name: "保存设置" } : { intent: nextIntent, name: "下一步" };

interface StepFormProps {
  data: CompletionData;
  /** The address for posting, and the page of the dialog. */
  action: string;
  back: string;
  answer: unknown;
  Form: ReturnType<typeof useFetcher>["Form"];
}

/** The required fields of one step (spec 5.6, 5.7). The step must be its React key. */
export function StepForm({ data, action, back, answer, Form }: StepFormProps) {
  const { step, options } = data;
  const { intent, name } = stepButton(step);
  const stepForm = useScreenForm<ProfileShape>({
    id: formId,
    intent,
    defaultValue: data.values,
    loadValidate: () => import("./completion.schema").then(({ validatorOf }) => validatorOf(step)),
    answer,
  });
  const { fields, failure } = stepForm;
  const all = fields as unknown as ProfileFields;
  const element = useRef<HTMLFormElement>(null);
  const { types, onChange } = useTypes(all, element);
  const hydrated = useHydrated();
  const { here } = useShell();
  useEffect(() => {
    if (failure && element.current) focusFirstWrong(element.current);
  }, [failure]);
  return (
    <FieldProvider>
      <ScreenForm
        of={stepForm}
        component={Form}
        ref={element}
        action={action}
        className={styles.form}
        onChange={onChange}
        preventScrollReset
      >
        <input type="hidden" name="step" value={step} />
        {hydrated ? <input type="hidden" name="stay" value="1" /> : null}
        <EnterButton intent={intent} name={name} />
        <FormActionContext.Provider value={action}>
          {failure?.dialog === "login" ? (
            <p className={styles.warning} role="alert">
              <span>
                请先
                <a href={paths.login(here)} target="_blank" rel="noopener">
                  在新打开的页面登录
                </a>
                ，再回到这里继续。
              </span>
            </p>
          ) : null}
          {step === "basic" ? (
            <>
              <NicknameField field={all.username} />
              <RegionSelects fields={all} regions={options.regions} />
            </>
          ) : null}
          {step === "identity" ? (
            <IdentityFields
              fields={all}
              options={options}
              {...types}
              schoolLocked={data.schoolLocked}
              brief
            />
          ) : null}
          {step === "interests" ? (
            <InterestField
              field={all.interestDirection}
              search={all.interestSearch}
              label={fieldNames.interestDirection}
              interests={options.interests}
            />
          ) : null}
          {step === "contacts" ? <Contacts data={data} back={back} /> : null}
        </FormActionContext.Provider>
      </ScreenForm>
    </FieldProvider>
  );
}

/** The missing contacts, each with a link to its own steps, which lead back here (spec 2.8, 5.3). */
function Contacts({ data, back }: Pick<StepFormProps, "data" | "back">) {
  const { to } = useShell();
  const missing = (
    [
      { change: "phone", name: "手机号", why: "用来登录和接收验证码，绑定后才能发帖和回帖" },
      { change: "email", name: "邮箱", why: "用来登录、接收验证码和邮件通知" },
    ] as const
  ).filter(({ change }) => data.values[change] === "");
  return (
    <>
      <p>
        {data.entered ? "前面填写的内容已为你留着。" : "其他信息都已经填好。"}绑定
        {missing.map(({ name }) => name).join("和")}
        {data.entered ? "后按“保存设置”，就全部完成了。" : "后就全部完成了。"}
      </p>
      {missing.map(({ change, name, why }) => (
        <div key={change} className={styles.bind}>
          <p>
            <strong>{name}</strong>
            <span>{why}</span>
          </p>
          <Link className="button" data-primary to={to(paths.changeContact(change, { back }))}>
            绑定{name}
          </Link>
        </div>
      ))}
    </>
  );
}
