import { eq } from "drizzle-orm";
import { posts, postVersions, topics } from "gateway/database/schema";
import { beforeAll, describe, expect, it } from "vitest";
import { type Member, type Section, startGateway } from "../support/gateway";

const gateway = startGateway();
let author: Member;
let moderator: Member;
let section: Section;
beforeAll(async () => {
  [author, moderator] = [await gateway().member(), await gateway().member()];
  section = await gateway().section({ moderators: [moderator] });
});

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 8, minute));

/** A topic whose first post has three texts and two titles, stored by its edits. */
async function editedTopic() {
  const { tid, pid } = await gateway().topic(author, section, { title: "第三个标题", content: "第三版" });
  await gateway()
    .database.update(posts)
    .set({ createdAt: at(0), editedAt: at(9) })
    .where(eq(posts.id, pid));
  const rows = await gateway()
    .database.insert(postVersions)
    .values([
      { postId: pid, editorId: author.id, title: "第一个标题", source: "第一版", createdAt: at(0) },
      { postId: pid, editorId: author.id, title: "第三个标题", source: "第二版 <b>", createdAt: at(5) },
    ])
    .returning({ id: postVersions.id });
  return { tid, pid, ids: rows.map(({ id }) => id) };
}

describe("the versions of a post", () => {
  it("list its edits, latest first, and show what the last one changed", async () => {
    const { tid, pid, ids } = await editedTopic();
    const editor = { uid: author.id, nickName: author.nickname, icon: null };
    for (const who of [author, moderator, await gateway().member({ admin: true })]) {
      expect(await gateway().ok("postVersions", { pid }, who)).toEqual({
        tid,
        pid,
        edits: [
          { id: ids[1], editor, at: at(9).toISOString() },
          { id: ids[0], editor, at: at(5).toISOString() },
        ],
        shown: {
          id: ids[1],
          title: null,
          changes: [
            { kind: "removed", text: "第二" },
            { kind: "added", text: "第三" },
            { kind: "same", text: "版" },
            { kind: "removed", text: " <b>" },
          ],
        },
      });
    }
    const { shown } = await gateway().ok("postVersions", { pid, version: ids[0] }, author);
    expect(shown).toMatchObject({ id: ids[0], title: { before: "第一个标题", after: "第三个标题" } });
  });

  it("of a post without edits are empty", async () => {
    const { tid, pid } = await gateway().topic(author, section);
    expect(await gateway().ok("postVersions", { pid }, author)).toEqual({ tid, pid, edits: [], shown: null });
  });

  it("are listed up to twenty", async () => {
    const { pid } = await gateway().topic(author, section);
    const many = Array.from({ length: 25 }, (_, index) => ({
      postId: pid,
      editorId: author.id,
      source: `版本 ${index}`,
      createdAt: at(index),
    }));
    await gateway().database.insert(postVersions).values(many);
    expect((await gateway().ok("postVersions", { pid }, author)).edits).toHaveLength(20);
  });

  it("are for the author and the section's moderators", async () => {
    const { tid, pid, ids } = await editedTopic();
    const elsewhere = await gateway().member();
    await gateway().section({ moderators: [elsewhere] });
    for (const who of [elsewhere, await gateway().member()])
      await gateway().refused("postVersions", { pid }, "NOT_PERMITTED", who);
    await gateway().refused("postVersions", { pid: 2_000_000_000 }, "POST_NOT_FOUND", author);
    await gateway().refused("postVersions", { pid, version: 2_000_000_000 }, "POST_NOT_FOUND", author);
    const other = await gateway().topic(author, section);
    await gateway().refused("postVersions", { pid: other.pid, version: ids[0] }, "POST_NOT_FOUND", author);
    await gateway().database.update(topics).set({ deletedAt: new Date() }).where(eq(topics.id, tid));
    await gateway().refused("postVersions", { pid }, "TOPIC_NOT_FOUND", author);
  });
});
