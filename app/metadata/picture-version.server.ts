import { createHash } from "node:crypto";

/** A hash of the content of a topic's preview picture: its address changes with the content. */
export function pictureVersion({
  title,
  section,
  author,
}: {
  title: string;
  section: { name: string };
  author: { nickName: string };
}): string {
  const words = JSON.stringify([title, section.name, author.nickName]);
  return createHash("sha256").update(words).digest("base64url").slice(0, 8);
}
