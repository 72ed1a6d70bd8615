import { imageBytesMax, imageEndings } from "contract/files/constants";
import { type ChangeEvent, useEffect, useState } from "react";
import { FileField } from "~/forms/inputs/file-field";
import { Avatar } from "~/ui/avatar";
import styles from "./profile.module.css";
import { avatarIntent } from "./profile-data";

const types = imageEndings
  .map((ending) => ending.slice(1).toUpperCase().replace("JPEG", "").trim())
  .filter(Boolean);
const hint = `${types.join("、")} 图片，不超过 ${imageBytesMax / 1024 / 1024} MB`;

interface AvatarFieldProps {
  id: string;
  icon: string | null;
  /** The message about an uploaded avatar. */
  message: string | undefined;
}

/**
 * The avatar (spec 2.8, 5.6): a file sent with the form, with a preview before that. Without JavaScript an extra
 * button saves it and shows the form again with everything typed.
 */
export function AvatarField({ id, icon, message }: AvatarFieldProps) {
  const [chosen, setChosen] = useState<{ url: string } | { problem: string } | null>(null);
  const url = chosen && "url" in chosen ? chosen.url : null;
  useEffect(() => (url ? () => URL.revokeObjectURL(url) : undefined), [url]);

  const onChange = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const file = currentTarget.files?.[0];
    if (!file) setChosen(null);
    else if (
      file.size > imageBytesMax ||
      !imageEndings.some((ending) => file.name.toLowerCase().endsWith(ending))
    ) {
      currentTarget.value = "";
      setChosen({ problem: `这个文件不能作头像：请选择${hint}` });
    } else setChosen({ url: URL.createObjectURL(file) });
  };

  return (
    <div className={styles.avatar} id={`${id}-avatar`}>
      <Avatar icon={url ?? icon} size={80} />
      <div>
        <FileField
          id={`${id}-file`}
          name="avatar"
          label="头像"
          hint={`${hint}${url ? "；保存后换成这张" : ""}`}
          accept={imageEndings.join(",")}
          problems={chosen && "problem" in chosen ? [chosen.problem] : undefined}
          onChange={onChange}
          wrap={(control) => (
            <div className={styles.file}>
              {control}
              <button
                type="submit"
                className="button needs-no-script"
                name="intent"
                value={avatarIntent}
                formNoValidate
              >
                上传头像
              </button>
            </div>
          )}
        />
        {message ? (
          <p className={styles.said} role="status">
            {message}
          </p>
        ) : null}
      </div>
    </div>
  );
}
