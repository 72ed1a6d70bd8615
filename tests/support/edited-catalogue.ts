import { eq } from "drizzle-orm";
import { loadContentPack } from "gateway/content/load/load-pack";
import { productClasses, products } from "gateway/database/schema";
import { beforeAll, expect } from "vitest";
import { changePack, copyPack, replacing, smallCatalogue } from "./content";
import { type Before, type Member, startGateway } from "./gateway";
import { samplePdf } from "./upload-files";

type Kind = "products" | "classes";
type Body = Record<string, unknown>;

/** A gateway with the small pack, and an editor. */
export function startEditing(before: Before = beforeAll) {
  const gateway = startGateway({}, before);
  let admin: Member;
  let folder: string;
  before(async () => {
    admin = await gateway().member({ admin: true, nickname: "编辑" });
    const remove: (() => Promise<void>)[] = [];
    folder = await copyPack(smallCatalogue(samplePdf()), (one) => remove.push(one));
    await loadContentPack(gateway().services, folder, { demo: false });
    return async () => {
      for (const one of remove) await one();
    };
  });
  const stands = (kind: Kind, key: string) => gateway().ok("contentPiece", { kind, key }, admin);
  async function save(kind: Kind, key: string, change: Body) {
    const { body, version, standing } = await stands(kind, key);
    const request = { kind, key, base: version, standing, body: { ...body, ...change } };
    return gateway().call("saveContent", request, admin);
  }
  async function publish(kind: Kind, key: string, change: Body) {
    const saved = await save(kind, key, change);
    expect([change, saved.status]).toEqual([change, 200]);
    const { version } = saved.body as { version: number };
    await gateway().ok("publishContent", { kind, key, version }, admin);
  }
  return {
    gateway,
    call: <Name extends Parameters<ReturnType<typeof gateway>["call"]>[0]>(name: Name, request: object) =>
      gateway().call(name, request as never, admin),
    stands,
    load: () => loadContentPack(gateway().services, folder, { demo: false }),
    change: (from: string, to: string, file = "products.yaml") =>
      changePack(folder, { [file]: replacing(from, to) }),
    save,
    publish,
    async make(kind: Kind, body: Body) {
      const { key } = await gateway().ok("saveContent", { kind, base: 0, fresh: true, body }, admin);
      await gateway().ok("publishContent", { kind, key, version: 1 }, admin);
      return key;
    },
    pathOf: async (key: string) =>
      (
        await gateway()
          .database.select()
          .from(productClasses)
          .where(eq(productClasses.id, Number(key)))
      )[0]?.path,
    storedValue: async (id: number, key: string) =>
      (await gateway().database.select().from(products).where(eq(products.id, id)))[0]?.values[key],
  };
}
