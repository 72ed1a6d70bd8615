import { eq } from "drizzle-orm";
import { resources, resourceVersions } from "gateway/database/schema";
import { enqueueFileTexts, readWaitingFiles } from "gateway/file-texts/read-job";
import { WorkerLost } from "gateway/workers/lane";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { addClasses, addProducts } from "../support/catalogue";
import { expectConsole } from "../support/console";
import { startGateway } from "../support/gateway";
import { addDocument, writePdf } from "../support/pdf-files";
import { saveDisclaimer } from "../support/scene";

const gateway = startGateway();
beforeAll(async () => {
  await saveDisclaimer(gateway());
  await addClasses(gateway().database);
  await addProducts(gateway().database, [{ id: 8201, name: "QX8201" }]);
});

let lastId = 82_000;
/** Publishes a resource with these documents as its versions, the oldest first, and reads them. */
async function publish(documents: string[][][], more: Partial<Parameters<typeof addDocument>[1]> = {}) {
  const { database, services } = gateway();
  const id = lastId + 1;
  const versions: number[] = [];
  for (const [index, pages] of documents.entries()) {
    lastId += 1;
    const version = await addDocument(database, { id: lastId, productId: 8201, ...more }, writePdf(pages));
    versions.push(version);
    if (index > 0)
      await database
        .update(resourceVersions)
        .set({ resourceId: id, version: `1.${index}`, position: index })
        .where(eq(resourceVersions.id, version));
  }
  await enqueueFileTexts(database, services.now());
  await readWaitingFiles(services);
  const [from = 0, to = 0] = versions;
  return { id, from, to, ask: { pk_rm_resource: id, from, to } };
}

const threshold = (volts: string) => [["封面"], ["供电", `欠压锁定的门限是 ${volts} V。`, "结束"]];

describe("the changes from one version of a document to another", () => {
  it("are shown by page, and kept", async () => {
    const { ask, from, to } = await publish([threshold("2.1"), [["修订记录"], ...threshold("2.4")]]);
    const run = vi.spyOn(gateway().services.texts, "run");
    const answer = await gateway().ok("resourceChanges", ask);
    expect(answer).toMatchObject({
      from: { id: from, state: "read" },
      to: { id: to, version: "1.1", state: "read" },
      refused: null,
      total: 2,
      more: false,
    });
    expect(answer.changed.map((each) => [each.from, each.to])).toEqual([
      [null, 1],
      [2, 3],
    ]);
    const words = answer.changed[1]?.changes.filter(({ kind }) => kind === "removed" || kind === "added");
    expect(words).toEqual([
      { kind: "removed", text: "2.1" },
      { kind: "added", text: "2.4" },
    ]);
    expect(await gateway().ok("resourceChanges", ask)).toEqual(answer);
    expect(run).toHaveBeenCalledTimes(1);
    // The other way round it is another comparison.
    const back = await gateway().ok("resourceChanges", { ...ask, from: to, to: from });
    expect(back.changed.map((each) => [each.from, each.to])).toEqual([
      [1, null],
      [3, 2],
    ]);
    run.mockRestore();
  });

  it("are listed a part at a time", async () => {
    const pages = (mark: string) => Array.from({ length: 13 }, (_, at) => [`${mark}的说明 ${at * at}。`]);
    const { ask } = await publish([pages("旧"), pages("新")]);
    const first = await gateway().ok("resourceChanges", ask);
    expect([first.total, first.pages, first.changed.length]).toEqual([13, 2, 10]);
    const second = await gateway().ok("resourceChanges", { ...ask, page: 9 });
    expect([second.page, second.changed.map(({ to }) => to)]).toEqual([2, [11, 12, 13]]);
  });

  it("are none between two files with the same content", async () => {
    const { ask } = await publish([threshold("3.0"), threshold("3.0")]);
    expect(await gateway().ok("resourceChanges", ask)).toMatchObject({
      total: 0,
      changed: [],
      refused: null,
    });
  });

  it("are shown to those who may download the file", async () => {
    const login = await publish([threshold("4.0"), threshold("4.1")], { access: "login" });
    await gateway().refused("resourceChanges", login.ask, "NOT_SIGNED_IN");
    const someone = await gateway().member();
    expect(await gateway().ok("resourceChanges", login.ask, someone)).toMatchObject({ total: 1 });
    // What is kept for one caller is no way past the question for the next.
    await gateway().refused("resourceChanges", login.ask, "NOT_SIGNED_IN");
    const disclaimer = await publish([threshold("5.0"), threshold("5.1")], { access: "disclaimer" });
    await gateway().refused("resourceChanges", disclaimer.ask, "DISCLAIMER_NOT_SIGNED", someone);
  });

  it("are refused for the same version, and for versions that are not there", async () => {
    const { database } = gateway();
    const one = await publish([threshold("6.0"), threshold("6.1")]);
    const other = await publish([threshold("6.2"), threshold("6.3")]);
    const same = await gateway().refused(
      "resourceChanges",
      { ...one.ask, to: one.from },
      "RESOURCE_SAME_VERSION",
    );
    expect(same.fields).toHaveProperty("to");
    const missing = "RESOURCE_VERSION_NOT_FOUND";
    await gateway().refused("resourceChanges", { ...one.ask, to: 999_999 }, missing);
    // A version of another resource, which another right may guard.
    await gateway().refused("resourceChanges", { ...one.ask, to: other.to }, missing);
    await gateway().refused("resourceChanges", { ...one.ask, pk_rm_resource: other.id }, missing);
    const withdraw = (state: "withdrawn" | "current") =>
      database.update(resourceVersions).set({ state }).where(eq(resourceVersions.id, one.from));
    await withdraw("withdrawn");
    await gateway().refused("resourceChanges", one.ask, missing);
    await withdraw("current");
    // As its download, a document of a delisted resource stays for those who have its address.
    await database.update(resources).set({ delistedAt: new Date() }).where(eq(resources.id, one.id));
    expect(await gateway().ok("resourceChanges", one.ask)).toMatchObject({ total: 1 });
  });

  it("are not sought in a document without text", async () => {
    const { ask } = await publish([[[], []], threshold("7.1")]);
    expect(await gateway().ok("resourceChanges", ask)).toMatchObject({
      from: { state: "empty" },
      to: { state: "read" },
      changed: [],
      total: 0,
    });
  });

  it("are given up where they cost too much", async () => {
    const { services } = gateway();
    const first = await publish([threshold("8.0"), threshold("8.1")]);
    const second = await publish([threshold("8.2"), threshold("8.3")]);
    const run = vi.spyOn(services.texts, "run").mockResolvedValue(null as never);
    expect(await gateway().ok("resourceChanges", first.ask)).toMatchObject({ refused: "costly", total: 0 });
    expectConsole("warn", /两份文档没有比完/);
    run.mockRejectedValue(new WorkerLost("documentChanges"));
    expect(await gateway().ok("resourceChanges", second.ask)).toMatchObject({ refused: "costly" });
    run.mockRestore();
  });
});
