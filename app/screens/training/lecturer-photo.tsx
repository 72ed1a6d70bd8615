import type { LecturerRow } from "contract/training/shapes";
import { Avatar } from "~/ui/avatar";
import { Picture } from "~/ui/picture";
import styles from "./training.module.css";

/** A lecturer's photo, or the default picture. `alt` is empty because the name is beside it. */
export function LecturerPhoto({ lecturer, size }: { lecturer: Pick<LecturerRow, "photo">; size: 48 | 96 }) {
  if (!lecturer.photo) return <Avatar icon={null} size={size} />;
  return (
    <span className={styles.photo} data-size={size}>
      <Picture picture={lecturer.photo} sizes={`${size}px`} alt="" />
    </span>
  );
}
