import type { Member, TestGateway } from "../gateway";

type Pair = [() => Promise<unknown>, () => Promise<unknown>];

/** Actions on sections and groups, each with what reverses it. */
export function sectionActions(gateway: () => TestGateway, admin: () => Member | undefined) {
  const ok = ((...call: Parameters<TestGateway["ok"]>) => gateway().ok(...call)) as TestGateway["ok"];
  const archive = async (): Promise<Pair> => {
    const { fid } = await gateway().section();
    const set = (archived: boolean) => () =>
      ok("archiveSection", { fid, archived, reason: "合并到别处" }, admin());
    return [set(true), set(false)];
  };
  return {
    editSection: async (): Promise<Pair> => {
      const { fid } = await gateway().section();
      const group = "测试分区";
      const set = (name: string) => () =>
        ok("updateSection", { fid, name, group, icon: "cpu", template: "" }, admin());
      return [set(`改名${fid}`), set(`版块${fid}`)];
    },
    arrangeSections: async (): Promise<Pair> => {
      const group = `排序${(await gateway().section()).fid}`;
      const [{ fid }] = [await gateway().section({ group }), await gateway().section({ group })];
      const set = (place: number) => () => ok("placeSection", { fid, place }, admin());
      // The first arrangement numbers all sections anew; the two that are compared follow it.
      await set(2)();
      return [set(1), set(2)];
    },
    archiveSection: archive,
    reopenSection: async (): Promise<Pair> => {
      const [close, open] = await archive();
      await close();
      return [open, close];
    },
  };
}

/** Columns that a reversed change leaves: since when packs leave the section alone, and the time of archiving. */
export const sectionTraces = ["sections.named_at", "sections.placed_at", "sections.archived_at"];
