import { Form, Link, useNavigation } from "@remix-run/react";
import { FormToken } from "~/forms/field-parts";
import { Dialog, DialogButtons } from "~/ui/dialog";
import type { NamedPost } from "../model/topic-detail";
import type { DialogProps } from "./delete";

/** Asks before an answer is accepted. Like the delete dialog, it posts to the page without the dialog. */
export function AcceptDialog({ page, post, back, onEscape }: DialogProps & { post: NamedPost }) {
  const busy = useNavigation().state === "submitting";
  const { answer, moderated, author } = page.topic;
  return (
    <Dialog title={`采纳 ${post.name}的回答`} onEscape={onEscape}>
      <p>
        帖子会标为已解决，{post.author.nickName} 的回答显示在问题下面，并通知对方。
        {answer ? `原来采纳的 ${answer.floor} 楼会被替换。` : ""}
        {moderated && author.uid !== page.uid ? "你是以版主身份采纳的。" : ""}
      </p>
      <DialogButtons>
        <Link className="button" to={back} preventScrollReset>
          取消
        </Link>
        <Form method="post" action={page.at({})} preventScrollReset>
          <FormToken />
          <input type="hidden" name="pid" value={post.pid} />
          <button type="submit" className="button" data-primary name="intent" value="accept" disabled={busy}>
            采纳
          </button>
        </Form>
      </DialogButtons>
    </Dialog>
  );
}
