import { and, eq } from "drizzle-orm";
import { contentPieces } from "gateway/database/schema";
import type { Member, TestGateway } from "../gateway";
import { content, saveNews } from "../news";

const body = {
  title: "发布会",
  summary: "一句话",
  category: content.category,
  date: "2026-01-01 09:30",
  content: "正文",
  products: [content.product],
};

/** The actions on content that is edited in the browser, each with what reverses it. */
export function contentActions(gateway: () => TestGateway, admin: () => Member | undefined) {
  const ok = ((...call: Parameters<TestGateway["ok"]>) => gateway().ok(...call)) as TestGateway["ok"];
  /** A published piece of news with a later draft; the two ways of publishing it. */
  async function published() {
    await saveNews(gateway().database);
    const made = await ok("saveContent", { kind: "news", base: 0, fresh: true, body }, admin());
    const name = { kind: "news", key: made.key } as const;
    const publish = (version: number) => () => ok("publishContent", { ...name, version }, admin());
    await publish(1)();
    await ok("saveContent", { ...name, base: 1, body: { ...body, title: "发布会（改）" } }, admin());
    return { name, publish };
  }
  return {
    publishContent: async () => {
      const { publish } = await published();
      return [publish(2), publish(1)] as [() => Promise<unknown>, () => Promise<unknown>];
    },
    withdrawContent: async () => {
      const { name, publish } = await published();
      const withdraw = () => ok("withdrawContent", name, admin());
      return [withdraw, publish(1)] as [() => Promise<unknown>, () => Promise<unknown>];
    },
    /** Whoever took the pack's version brings the browser's back from the history. */
    decideContent: async () => {
      const { name } = await published();
      const conflict = {
        pack: "pack",
        body: { ...body, title: "内容包里的发布会" },
        html: ["<p>包</p>"],
        fingerprint: "f",
      };
      await gateway()
        .database.update(contentPieces)
        .set({ conflict })
        .where(and(eq(contentPieces.kind, "news"), eq(contentPieces.key, name.key)));
      const take = () => ok("decideContent", { ...name, take: "pack", seen: "" }, admin());
      const back = async () => {
        const { version } = await ok("restoreContent", { ...name, version: 1 }, admin());
        await ok("publishContent", { ...name, version }, admin());
      };
      return [take, back] as [() => Promise<unknown>, () => Promise<unknown>];
    },
  };
}

/** What the reversed actions leave: the versions, which piece of them is the newest, and when each was made. */
export const contentTraces = [
  ...["content_versions", "news.updated_at", "news.fingerprint"],
  ...["version", "title", "published_version", "preview_key", "edited_at", "edited_by_id"].map(
    (column) => `content_pieces.${column}`,
  ),
  ...["pack_fingerprint", "conflict"].map((column) => `content_pieces.${column}`),
];
