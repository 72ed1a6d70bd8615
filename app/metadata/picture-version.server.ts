import { createHash } from "node:crypto";

/** What stands on a topic's picture, as an address can tell it from what stood there before. */
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
