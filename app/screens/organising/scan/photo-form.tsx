import { useLocation } from "@remix-run/react";
import { ScreenForm } from "~/forms/form/screen-form";
import { useScreenForm } from "~/forms/form/use-screen-form";
import { FileField } from "~/forms/inputs/file-field";
import { Icon } from "~/ui/icon";
import styles from "./scan.module.css";

/** The form that sends a photo of the code, which the server reads: some in-app browsers have no camera access. */
export function PhotoForm() {
  const { pathname, search } = useLocation();
  const form = useScreenForm({ id: "photo-form", intent: "photo" });
  return (
    <section className={styles.part} aria-labelledby="photo">
      <h2 id="photo">拍照签到</h2>
      <ScreenForm
        of={form}
        action={`${pathname}${search}#photo`}
        encType="multipart/form-data"
        reloadDocument
        className={styles.line}
      >
        <FileField
          label="二维码的照片"
          hint="PNG、JPEG 或 WebP，让二维码占满画面"
          name="photo"
          accept="image/png,image/jpeg,image/webp"
          capture="environment"
        />
        <button type="submit" className="button" name="intent" value="photo">
          <Icon name="photo" />
          识别照片
        </button>
      </ScreenForm>
    </section>
  );
}
