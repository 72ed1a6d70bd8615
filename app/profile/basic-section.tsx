import type { FieldMetadata } from "@conform-to/react";
import { Link } from "@remix-run/react";
import { sexes } from "contract/profile/fields";
import { ShowContact } from "~/account/show-contact";
import { typed } from "~/forms/field-parts";
import { RadioGroup } from "~/forms/inputs/choices-field";
import { TextField } from "~/forms/inputs/text-field";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { ChainedSelects } from "./chained-selects";
import { NicknameField } from "./nickname-field";
import styles from "./profile.module.css";
import type { ProfileOptions } from "./profile-data";
import type { ProfileFields } from "./profile-form";

interface BasicSectionProps {
  fields: ProfileFields;
  regions: ProfileOptions["regions"];
}

/** The basic section (spec 2.8, 3.3): name, region and contacts. */
export function BasicSection({ fields, regions }: BasicSectionProps) {
  return (
    <>
      <div className={styles.pair}>
        <NicknameField field={fields.username} />
        <SexField field={fields.sex} />
      </div>
      <RegionSelects fields={fields} regions={regions} />
      <div className={styles.pair}>
        <ContactField field={fields.phone} change="phone" label="联系号码" />
        <ContactField field={fields.email} change="email" label="联系邮箱" />
      </div>
    </>
  );
}

/** Spec 5.2: province, city and county. */
export function RegionSelects({ fields, regions }: BasicSectionProps) {
  return (
    <ChainedSelects
      kind="region"
      id="region"
      legend="所在地区"
      levels={[
        { field: fields.province, label: "省份", placeholder: "请选择省份", options: regions[0] },
        { field: fields.city, label: "城市", placeholder: "请选择城市", options: regions[1] },
        { field: fields.county, label: "区县", placeholder: "请选择区县", options: regions[2] },
      ]}
    />
  );
}

/** Spec 9: 男, 女, 保密. */
function SexField({ field }: { field: FieldMetadata<unknown> }) {
  return (
    <RadioGroup
      name={field.name}
      label="性别"
      options={sexes.map(({ code, name }) => [code, name] as const)}
    />
  );
}

interface ContactFieldProps {
  field: FieldMetadata<unknown>;
  change: "phone" | "email";
  label: string;
}

/** A contact is read-only here (spec 2.8, 5.3); the account tab changes it. */
function ContactField({ field, change, label }: ContactFieldProps) {
  const { to } = useShell();
  const bound = typed(field.initialValue) ?? "";
  return (
    <div className={styles.contact}>
      <TextField name={field.name} label={label} placeholder="尚未绑定" readOnly />
      <ShowContact value={bound} name={label} />
      <Link
        className="button"
        to={to(paths.changeContact(change))}
        aria-label={`${bound ? "修改" : "绑定"}${label}`}
      >
        {bound ? "修改" : "绑定"}
      </Link>
    </div>
  );
}
