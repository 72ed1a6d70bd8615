import { imageBytesMax, imageEndings } from "contract/files/constants";
import { type ChangeEvent, useEffect, useState } from "react";
import { problem } from "~/forms/field-parts";
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
  /** What became of a file that was sent before. */
  said: string | undefined;
  errors: string[] | undefined;
}

/**
 * The avatar (spec 2.8, 5.6): a file that goes along with the form, and shows before it is sent. Before
 * JavaScript a button of its own saves it and shows the form again with all that was typed.
 */
export function AvatarField({ id, icon, said, errors }: AvatarFieldProps) {
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

  const problems = chosen && "problem" in chosen ? [chosen.problem] : errors;
  return (
    <div className={styles.avatar} id={`${id}-avatar`}>
      <Avatar icon={url ?? icon} size={80} />
      <div>
        <label htmlFor={`${id}-file`}>头像</label>
        <div className={styles.file}>
          <input
            type="file"
            id={`${id}-file`}
            name="avatar"
            accept={imageEndings.join(",")}
            aria-describedby={`${id}-file-hint ${id}-file-problem`}
            aria-invalid={problems ? true : undefined}
            onChange={onChange}
          />
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
        {said ? (
          <p className={styles.said} role="status">
            {said}
          </p>
        ) : null}
        <p id={`${id}-file-hint`} className={styles.hint}>
          {hint}
          {url ? "；保存后换成这张" : ""}
        </p>
        <p id={`${id}-file-problem`} className={styles.problem} role={problems ? "alert" : undefined}>
          {problem(problems)}
        </p>
      </div>
    </div>
  );
}
