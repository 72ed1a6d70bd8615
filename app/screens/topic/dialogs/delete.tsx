import { Link } from "@remix-run/react";
import { ScreenForm } from "~/forms/form/screen-form";
import { useScreenForm } from "~/forms/form/use-screen-form";
import { CheckboxField } from "~/forms/inputs/checkbox-field";
import { FieldProvider } from "~/forms/inputs/field-provider";
import { NoDefaultButton } from "~/forms/outcomes/no-default-button";
import { Dialog, DialogButtons } from "~/ui/dialog";
import type { NamedPost } from "../model/topic-detail";
import type { TopicPage } from "../model/topic-page";
import styles from "./dialogs.module.css";

export interface DialogProps {
  page: TopicPage;
  /** The address that the dialog leads back to. */
  back: string;
  onEscape: () => void;
}

/** Asks before a post is deleted. Its form posts to the page without the dialog, which shows the result at the top. */
export function DeleteDialog({ page, post, back, onEscape }: DialogProps & { post: NamedPost }) {
  const form = useScreenForm({ id: "delete", intent: "delete" });
  const isTopic = post.name === "主帖";
  const consequence = isTopic
    ? `删除后，整个帖子和它的 ${page.topic.replies} 条回复都不再显示。`
    : `删除后，${post.name}不再显示内容${post.isFloor ? "，楼层号保留" : ""}。`;
  return (
    <Dialog title="确认删除" onEscape={onEscape}>
      <p>{consequence}</p>
      <DialogButtons>
        <Link className="button" to={back} preventScrollReset>
          取消
        </Link>
        <FieldProvider>
          <ScreenForm of={form} action={page.at({})} preventScrollReset problemsElsewhere>
            <NoDefaultButton />
            <input type="hidden" name="pid" value={post.pid} />
            <input type="hidden" name="of" value={isTopic ? "topic" : "reply"} />
            <div className={styles.destroy}>
              <CheckboxField
                name="real"
                value="3"
                label="同时彻底销毁正文、历史版本和附件，以后谁也不能恢复"
              />
            </div>
            <button type="submit" className="button" data-danger name="intent" value="delete">
              删除
            </button>
          </ScreenForm>
        </FieldProvider>
      </DialogButtons>
    </Dialog>
  );
}
