/** The notice after writing a text that a moderator must approve first; undefined otherwise. */
export function pendingNotice({ pending }: { pending: boolean }): string | undefined {
  return pending ? "已提交，版主审核通过后其他人才能看到" : undefined;
}
