import type { ReactNode } from "react";
import type { TopicPage } from "../model/topic-page";

interface BlockedTextProps {
  page: TopicPage;
  post: { pid: number; author: { uid: number } };
  children: ReactNode;
}

/** A text by a person whom the reader blocked, folded. It is open when the address names this post. */
export function BlockedText({ page, post, children }: BlockedTextProps) {
  if (!page.topic.blocked.includes(post.author.uid)) return children;
  return (
    <details open={page.highlighted === post.pid || undefined}>
      <summary>已屏蔽的人的内容，点开查看</summary>
      {children}
    </details>
  );
}
