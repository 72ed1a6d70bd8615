import { underReviewNotice } from "contract/profile/fields";
import { Icon } from "~/ui/icon";
import styles from "./profile.module.css";

/** Says which parts wait for a moderator (spec 2.8). */
export function ReviewNotice({ of }: { of: string[] }) {
  if (of.length === 0) return null;
  return (
    <p className={styles.warning} role="status">
      <Icon name="clock" />
      <span>
        {underReviewNotice}：{of.join("、")}。审核通过后才会生效，在此之前别人看到的仍是原来的内容。
      </span>
    </p>
  );
}
