import { type NameShown, namesShown, realNameMax } from "contract/training/constants";
import { ScreenForm } from "~/forms/form/screen-form";
import { useScreenForm } from "~/forms/form/use-screen-form";
import { RadioGroup } from "~/forms/inputs/choices-field";
import { FieldProvider } from "~/forms/inputs/field-provider";
import { TextField } from "~/forms/inputs/text-field";
import type { FormFailure } from "~/forms/result";
import styles from "./certificate.module.css";

interface NameFormProps {
  realName: string;
  /** Null before the holder chose. */
  nameShown: NameShown | null;
  failure: FormFailure | undefined;
}

/**
 * The holder's choice of the name on all their certificates. It is asked once, on the first certificate, and can be
 * changed later.
 */
export function NameForm({ realName, nameShown, failure }: NameFormProps) {
  const form = useScreenForm({
    id: "name",
    intent: "name",
    failure,
    defaultValue: { nameShown: nameShown ?? undefined, realName },
  });
  return (
    <details
      className={`surface ${styles.choice} no-print`}
      open={nameShown === null || failure !== undefined}
    >
      <summary>{nameShown === null ? "证书上写什么名字？" : "改证书上的名字"}</summary>
      <FieldProvider>
        <ScreenForm of={form}>
          <RadioGroup
            name="nameShown"
            label="名字"
            layout="stacked"
            options={namesShown.map(({ code, name }) => [code, name] as const)}
            hint="对你的全部证书生效，怎么显示随时可以改。下载的 PDF 和图片里，你自己看到的总是全名。"
          />
          <TextField
            name="realName"
            label="真实姓名"
            hint="选昵称就不用填。只用在证书上，和昵称、个人资料分开保存。填过以后不能换成别的姓名，写错了请联系管理员；改回昵称时姓名会删除，再填须是同一个。"
            maxLength={realNameMax}
            autoComplete="name"
          />
          <button type="submit" className="button" name="intent" value="name">
            保存
          </button>
        </ScreenForm>
      </FieldProvider>
    </details>
  );
}
