import { filesPrefix } from "contract/base/wire";
import { adviceImagesMax } from "contract/feedback/constants";
import { imageBytesMax, imageEndings } from "contract/files/constants";
import { useRef } from "react";
import { Checkboxes } from "~/forms/inputs/choices-field";
import { FileField } from "~/forms/inputs/file-field";
import styles from "./suggestion.module.css";

const storedName = /^[0-9a-f]{32}\.(?:png|jpg|gif|webp)$/;

/** The valid storage names of pictures among a form's values. */
export function imagesOf(value: unknown): string[] {
  return [value].flat().filter((name): name is string => typeof name === "string" && storedName.test(name));
}

/**
 * The pictures of a suggestion. They are posted with the form, which comes back with them as ticked thumbnails; an
 * unticked one is not submitted. With JavaScript they are uploaded as soon as they are chosen.
 */
export function ImageField({ images }: { images: string[] }) {
  const attach = useRef<HTMLButtonElement>(null);
  return (
    <Checkboxes
      name="images"
      label="图片（可不传）"
      hint={`最多 ${adviceImagesMax} 张，PNG、JPEG、GIF、WebP，一次选的合计不超过 ${imageBytesMax / 1024 / 1024} MB。取消勾选的不会提交。`}
      preset={images}
      options={images.map((name, index) => [
        name,
        <img
          key={name}
          className="thumbnail"
          src={`${filesPrefix}${name}`}
          alt={`第 ${index + 1} 张图片`}
          width={96}
          height={96}
        />,
      ])}
    >
      <FileField
        id="suggestion-files"
        name="files"
        label="选择图片"
        hideLabel
        multiple
        accept={imageEndings.join(",")}
        onChange={({ currentTarget }) => {
          if (currentTarget.files?.length && attach.current)
            currentTarget.form?.requestSubmit(attach.current);
        }}
        wrap={(control) => (
          <div className={styles.choose}>
            {control}
            <button
              ref={attach}
              type="submit"
              className="button needs-no-script"
              name="intent"
              value="attach"
              formNoValidate
            >
              上传
            </button>
          </div>
        )}
      />
    </Checkboxes>
  );
}
