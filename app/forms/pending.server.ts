import type { Scope } from "~/context.server";

/** After writing: says that others see the text only once a moderator has looked at it, when that is so. */
export function tellPending(scope: Scope, { pending }: { pending: boolean }): void {
  if (pending) scope.session.flash("notice", "已提交，版主审核通过后其他人才能看到");
}
