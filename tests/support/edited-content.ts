import type { Member, TestGateway } from "./gateway";

/** A whole piece of news, for the small catalogue of `smallCatalogue`. */
export const text = {
  title: "新品上市",
  summary: "一句话",
  category: 1,
  date: "2025-03-01 09:30",
  content: "第一段。\n\n看 [A100](/products/details/100)。",
  products: [100],
};

interface NewsName {
  kind: "news";
  key: string;
}

/** What an editor does with news in the tests. */
export const editorOf = (gateway: () => TestGateway, admin: () => Member) => ({
  /** A new piece of news. */
  async made(change: object = {}) {
    const request = { kind: "news", base: 0, fresh: true, body: { ...text, ...change } } as const;
    const { key, version } = await gateway().ok("saveContent", request, admin());
    return { name: { kind: "news", key } as const, version };
  },
  save: (name: NewsName, base: number, change: object, as = admin()) =>
    gateway().ok("saveContent", { ...name, base, body: { ...text, ...change } }, as),
  page: (key: string, as: Member | null = null) =>
    gateway().call("informationDetail", { id: Number(key) }, as),
  inMinutes: (minutes: number) =>
    new Date(gateway().services.now().getTime() + minutes * 60_000).toISOString(),
});
