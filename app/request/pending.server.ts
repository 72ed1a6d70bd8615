/** After writing: says that others see the text only once a moderator has looked at it, when that is so. */
export function pendingNotice({ pending }: { pending: boolean }): string | undefined {
  return pending ? "已提交，版主审核通过后其他人才能看到" : undefined;
}
