import { entryYearMax, entryYearMin, profileTextMax } from "contract/profile/constants";
import { developerTypeIds, type ExtendedField, fieldNames, fieldsFor } from "contract/profile/fields";
import type { ReactNode } from "react";
import { SelectField } from "~/forms/inputs/select-field";
import { TextField } from "~/forms/inputs/text-field";
import { ChainedSelects } from "./chained-selects";
import { ChooseAgain } from "./choose-again";
import { InterestField } from "./interest-field";
import styles from "./profile.module.css";
import type { Option, ProfileOptions } from "./profile-data";
import type { ProfileFields } from "./profile-form";

const years: Option[] = Array.from({ length: entryYearMax - entryYearMin + 1 }, (_, index) => {
  const year = String(entryYearMin + index);
  return { value: year, name: `${year} 年` };
});

interface IdentityFieldsProps {
  fields: ProfileFields;
  options: ProfileOptions;
  /** The choices that decide which fields are shown (spec 5.6). */
  identity: string;
  developtype: string;
  schoolLocked: boolean;
  /** Shows only the required fields (spec 5.7). */
  brief: boolean;
}

/**
 * The developer's type and its fields (spec 3.4, 5.6). Fields of other types remain in the form, hidden, so that
 * their values survive a change of type; the server ignores them.
 */
export function IdentityFields({
  fields,
  options,
  identity,
  developtype,
  schoolLocked,
  brief,
}: IdentityFieldsProps) {
  const present = new Set(
    fieldsFor(identity, developtype).flatMap(({ field, required }) => (required || !brief ? [field] : [])),
  );
  const text = (field: ExtendedField & keyof ProfileFields, more: { locked?: boolean } = {}) => (
    <Only when={present.has(field)}>
      <TextField
        name={fields[field].name}
        label={fieldNames[field]}
        maxLength={profileTextMax}
        autoComplete="off"
        {...(more.locked ? { readOnly: true, hint: "学校已由社区认证，不能修改" } : {})}
      />
    </Only>
  );
  return (
    <>
      <div id="types" className={styles.types}>
        <SelectField name={fields.identity.name} label={fieldNames.identity}>
          <Offered options={options.developerTypes} />
        </SelectField>
        <Only when={identity === developerTypeIds.individual}>
          <SelectField name={fields.developtype.name} label={fieldNames.developtype}>
            <Offered options={options.identityTypes} />
          </SelectField>
        </Only>
        <ChooseAgain id="types" />
      </div>
      <div className={styles.pair}>
        {text("fullName")}
        {text("companyName")}
        {text("post")}
        {text("school", { locked: schoolLocked })}
        {text("leaMajor")}
        {text("teaMajor")}
        <Only when={present.has("eduBackground")}>
          <SelectField name={fields.eduBackground.name} label={fieldNames.eduBackground}>
            <Offered options={options.educations} />
          </SelectField>
        </Only>
        <Only when={present.has("entryDate")}>
          <SelectField name={fields.entryDate.name} label={fieldNames.entryDate}>
            <Offered options={years} />
          </SelectField>
        </Only>
      </div>
      <Only when={present.has("industry")}>
        <ChainedSelects
          kind="industry"
          id="industry"
          legend={fieldNames.industry}
          levels={[
            {
              field: fields.industryGroup,
              label: "行业大类",
              placeholder: "请选择",
              options: options.industries[0],
            },
            {
              field: fields.industry,
              label: "细分行业",
              placeholder: "请选择",
              options: options.industries[1],
            },
          ]}
        />
      </Only>
    </>
  );
}

/** The extended section (spec 2.8, 3.4): occupation and interests. */
export function ExtendedSection(props: Omit<IdentityFieldsProps, "brief">) {
  const { fields, options } = props;
  return (
    <>
      <IdentityFields {...props} brief={false} />
      <InterestField
        field={fields.interestDirection}
        search={fields.interestSearch}
        label={fieldNames.interestDirection}
        interests={options.interests}
      />
      <div className={styles.pair}>
        <TextField
          name={fields.age.name}
          label={fieldNames.age}
          inputMode="numeric"
          maxLength={20}
          autoComplete="off"
        />
        <TextField
          name={fields.hobby.name}
          label={fieldNames.hobby}
          maxLength={profileTextMax}
          autoComplete="off"
        />
      </div>
    </>
  );
}

function Only({ when, children }: { when: boolean; children: ReactNode }) {
  return <div hidden={!when}>{children}</div>;
}

function Offered({ options }: { options: Option[] }) {
  return (
    <>
      <option value="">请选择</option>
      {options.map(({ value, name }) => (
        <option key={value} value={value}>
          {name}
        </option>
      ))}
    </>
  );
}
