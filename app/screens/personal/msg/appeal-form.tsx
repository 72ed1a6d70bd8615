import { Link } from "@remix-run/react";
import type { Notice } from "contract/messages/calls";
import { actorsOf, deedOf } from "contract/messages/notice-text";
import { appealMax } from "contract/moderation/constants";
import { ScreenForm } from "~/forms/form/screen-form";
import { TextArea } from "~/forms/form/text-area";
import { useScreenForm } from "~/forms/form/use-screen-form";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import styles from "./msg.module.css";

/** The form to appeal against a moderator's decision, once and within 15 days. */
export function AppealForm({ logId, notices }: { logId: number; notices: Notice[] }) {
  const { to } = useShell();
  const about = notices.find(({ moderation }) => moderation?.appealable === logId);
  const appeal = useScreenForm<{ text: string }>({
    id: "appeal",
    intent: "appeal",
    loadValidate: () => import("./appeal.schema"),
  });
  return (
    <ScreenForm of={appeal} className={styles.appeal}>
      <h2>申诉</h2>
      {about ? (
        <p>
          {`${actorsOf(about)} ${deedOf(about)}`.trim()}
          {about.topic ? `：${about.topic.title}` : ""}
          {about.moderation?.reason ? `（原因：${about.moderation.reason}）` : ""}
        </p>
      ) : null}
      <TextArea
        name={appeal.fields.text.name}
        maxLength={appealMax}
        required
        label="为什么不应该这样处理"
        hint="每次处理只能申诉一次，会由另一位版主或管理员答复。"
        rows={4}
      />
      <p className="facts">
        <button type="submit" className="button" name="intent" value="appeal" data-primary>
          提交申诉
        </button>
        <Link to={to(paths.messages({ type: "system" }))}>不申诉了</Link>
      </p>
    </ScreenForm>
  );
}
