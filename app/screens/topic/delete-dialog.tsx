import { Form, Link, useActionData, useNavigate } from "@remix-run/react";
import { Dialog, DialogButtons } from "~/components/dialog";
import { FormProblems, FormToken } from "~/forms/field-parts";
import { failureOf } from "~/forms/result";
import { paths } from "~/paths";
import { useShell } from "~/shells/use-shell";
import type { TopicDetail } from "./topic.server";

/** Asks before deleting: the address has ?remove={pid}, so it works as a page. */
export function DeleteDialog({ topic, post }: { topic: TopicDetail; post: { pid: number; name: string } }) {
  const { to } = useShell();
  const navigate = useNavigate();
  const failure = failureOf(useActionData(), "delete");
  const back = to(paths.topic(topic.tid, { page: topic.page, pid: post.pid }));
  // Only floors have a number to keep; a reply beneath one is named 「N 楼下的回复」.
  const isFloor = /楼$/.test(post.name);
  const consequence =
    post.name === "主帖"
      ? `删除后，整个帖子和它的 ${topic.replies} 条回复都不再显示。`
      : `删除后，${post.name}不再显示内容${isFloor ? "，楼层号保留" : ""}。`;
  return (
    <Dialog title="确认删除" onEscape={() => navigate(back, { preventScrollReset: true })}>
      <p>{consequence}</p>
      <FormProblems id={undefined} errors={failure?.result.error?.[""] ?? undefined} />
      <DialogButtons>
        <Link className="button" to={back} preventScrollReset>
          取消
        </Link>
        <Form method="post" action={to(paths.topic(topic.tid, { page: topic.page }))} preventScrollReset>
          <FormToken />
          <input type="hidden" name="pid" value={post.pid} />
          <button type="submit" className="button" data-danger name="intent" value="delete">
            删除
          </button>
        </Form>
      </DialogButtons>
    </Dialog>
  );
}
