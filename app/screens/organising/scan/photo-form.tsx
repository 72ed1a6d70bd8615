import { Form, useLocation } from "@remix-run/react";
import { FormToken } from "~/forms/field-parts";
import { PlainField } from "~/forms/plain-field";
import type { FormFailure } from "~/forms/result";
import { Icon } from "~/ui/icon";
import styles from "./scan.module.css";

/** A photo of the code, read on the server: some apps' browsers give no camera (issue: check-in). */
export function PhotoForm({ failure }: { failure: FormFailure | undefined }) {
  const { pathname, search } = useLocation();
  const said = failure?.result.error?.photo ?? failure?.result.error?.[""] ?? undefined;
  return (
    <section className={styles.part} aria-labelledby="photo">
      <h2 id="photo">拍照签到</h2>
      <Form
        method="post"
        action={`${pathname}${search}#photo`}
        encType="multipart/form-data"
        reloadDocument
        className={styles.line}
      >
        <FormToken />
        <PlainField label="二维码的照片" hint="PNG、JPEG 或 WebP，让二维码占满画面" errors={said}>
          {(control) => (
            <input
              {...control}
              type="file"
              name="photo"
              accept="image/png,image/jpeg,image/webp"
              capture="environment"
            />
          )}
        </PlainField>
        <button type="submit" className="button" name="intent" value="photo">
          <Icon name="photo" />
          识别照片
        </button>
      </Form>
    </section>
  );
}
