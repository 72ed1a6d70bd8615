import { Form, Link } from "@remix-run/react";
import { FormToken } from "~/forms/field-parts";
import { NoDefaultButton } from "~/forms/outcomes/no-default-button";
import { Dialog, DialogButtons } from "~/ui/dialog";
import type { NamedPost } from "../model/topic-detail";
import type { TopicPage } from "../model/topic-page";
import styles from "./dialogs.module.css";

export interface DialogProps {
  page: TopicPage;
  /** Where the dialog leads back to. */
  back: string;
  onEscape: () => void;
}

/**
 * Asks before deleting. Its form posts to the page without the dialog: what came of it stands on top there.
 */
export function DeleteDialog({ page, post, back, onEscape }: DialogProps & { post: NamedPost }) {
  const consequence =
    post.name === "主帖"
      ? `删除后，整个帖子和它的 ${page.topic.replies} 条回复都不再显示。`
      : `删除后，${post.name}不再显示内容${post.isFloor ? "，楼层号保留" : ""}。`;
  return (
    <Dialog title="确认删除" onEscape={onEscape}>
      <p>{consequence}</p>
      <DialogButtons>
        <Link className="button" to={back} preventScrollReset>
          取消
        </Link>
        <Form method="post" action={page.at({})} preventScrollReset>
          <NoDefaultButton />
          <FormToken />
          <input type="hidden" name="pid" value={post.pid} />
          <label className={styles.destroy}>
            <input type="checkbox" name="real" value="3" />
            同时彻底销毁正文、历史版本和附件，以后谁也不能恢复
          </label>
          <button type="submit" className="button" data-danger name="intent" value="delete">
            删除
          </button>
        </Form>
      </DialogButtons>
    </Dialog>
  );
}
