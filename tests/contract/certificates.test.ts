import { numberToCheck, typedNumbers } from "contract/training/certificates/calls";
import { eq } from "drizzle-orm";
import { accounts, certificates, courses, studyTotals } from "gateway/database/schema";
import { maskedName } from "gateway/training/certificates/rows";
import { studyRecord, trainingPersonalData } from "gateway/training/personal-data";
import { describe, expect, it, test } from "vitest";
import { startGateway } from "../support/gateway";
import { learnLesson, saveTraining, sceneTraining } from "../support/training";

const gateway = startGateway();

/** A member with a certificate. */
async function holder() {
  const me = await gateway().member();
  const { certificate } = await sceneTraining(gateway(), me);
  return { me, publicId: certificate };
}

const shown = async (publicId: string) => (await gateway().ok("certificateByPublicId", { publicId })).holder;

describe("the name on a certificate", () => {
  it("is the nickname until its holder gives a real name, of which others see what the holder chose", async () => {
    const { me, publicId } = await holder();
    const own = async () => (await gateway().ok("ownCertificate", { publicId }, me)).own;
    expect(await shown(publicId)).toBe(me.nickname);
    expect(await own()).toMatchObject({
      realName: "",
      nameShown: null,
      certificate: { holder: me.nickname },
    });

    await gateway().ok("nameCertificates", { nameShown: "masked", realName: " 林小默 " }, me);
    expect(await shown(publicId)).toBe("林**");
    expect(await own()).toMatchObject({
      realName: "林小默",
      nameShown: "masked",
      certificate: { holder: "林小默" },
    });
    await gateway().ok("nameCertificates", { nameShown: "full", realName: "林小默" }, me);
    expect(await shown(publicId)).toBe("林小默");

    // Back to the nickname: the real name is kept nowhere.
    await gateway().ok("nameCertificates", { nameShown: "nickname", realName: "林小默" }, me);
    expect(await shown(publicId)).toBe(me.nickname);
    expect(await own()).toMatchObject({ realName: "", nameShown: "nickname" });
    const [row] = await gateway()
      .database.select()
      .from(certificates)
      .where(eq(certificates.publicId, publicId));
    expect(row?.realName).toBe("");
  });

  it("is not replaced by another: it may be hidden, removed and given again", async () => {
    const { me, publicId } = await holder();
    const name = (nameShown: "nickname" | "masked" | "full", realName = "") => ({ nameShown, realName });
    const other = async () => {
      const { fields } = await gateway().refused(
        "nameCertificates",
        name("full", "高原"),
        "INVALID_REQUEST",
        me,
      );
      expect(fields).toEqual({
        realName: ["证书上的姓名填过以后不能换成别的；写错了请联系管理员更正"],
      });
    };
    await gateway().ok("nameCertificates", name("full", "林小默"), me);
    await other();
    await gateway().ok("nameCertificates", name("masked", "林小默"), me);
    await other();
    expect(await shown(publicId)).toBe("林**");

    await gateway().ok("nameCertificates", name("nickname"), me);
    const stored = () =>
      gateway().database.select().from(studyTotals).where(eq(studyTotals.accountId, me.id));
    const [removed] = await stored();
    expect(removed?.realName).toMatch(/^\$argon2id\$/);
    expect((await gateway().ok("ownCertificate", { publicId }, me)).own?.realName).toBe("");
    expect((await studyRecord(gateway().database, me.id)).total).toMatchObject({ realName: "" });
    await other();
    // The same choice again writes nothing.
    await gateway().ok("nameCertificates", name("nickname"), me);
    expect(await stored()).toEqual([removed]);
    await gateway().ok("nameCertificates", name("full", "林小默"), me);
    expect(await shown(publicId)).toBe("林小默");
  });

  it("that was removed stands on no certificate that is issued later", async () => {
    const me = await gateway().member();
    await gateway().ok("nameCertificates", { nameShown: "full", realName: "林小默" }, me);
    await gateway().ok("nameCertificates", { nameShown: "nickname" }, me);
    const { course, lesson } = await saveTraining(gateway(), null);
    await gateway().database.update(courses).set({ certificateExamId: null }).where(eq(courses.id, course));
    const { certificate } = await learnLesson(gateway(), me, course, lesson);
    const [row] = await gateway()
      .database.select()
      .from(certificates)
      .where(eq(certificates.publicId, certificate ?? ""));
    expect([row?.realName, row?.nameShown]).toEqual(["", "nickname"]);
  });

  it("is corrected by administrators alone, if there is one", async () => {
    const { me, publicId } = await holder();
    const admin = await gateway().member({ admin: true });
    const correct = { publicId, realName: "林晓默" };
    const { fields } = await gateway().refused("correctCertificateName", correct, "INVALID_REQUEST", admin);
    expect(fields).toEqual({ realName: ["这张证书上没有写真实姓名，不用更正"] });
    await gateway().ok("nameCertificates", { nameShown: "masked", realName: "林小默" }, me);
    await gateway().refused("correctCertificateName", correct, "NOT_PERMITTED", me);
    const unknown = { ...correct, publicId: "7F3K-9M2P-4TQX-8WJR-0000" };
    await gateway().refused("correctCertificateName", unknown, "CERTIFICATE_NOT_FOUND", admin);
    const empty = await gateway().refused(
      "correctCertificateName",
      { publicId, realName: " " },
      "INVALID_REQUEST",
      admin,
    );
    expect(empty.fields).toEqual({ realName: ["请填写真实姓名"] });
    // The administrator's answer shows no more than others see.
    expect(await gateway().ok("correctCertificateName", correct, admin)).toMatchObject({ holder: "林**" });
    expect((await gateway().ok("ownCertificate", { publicId }, me)).own).toMatchObject({
      realName: "林晓默",
      certificate: { holder: "林晓默" },
    });
    await gateway().ok("nameCertificates", { nameShown: "full", realName: "林晓默" }, me);
    expect(await shown(publicId)).toBe("林晓默");
  });

  it("is taken back by muted people too, who give no new one", async () => {
    const [{ me, publicId }, other] = [await holder(), await holder()];
    await gateway().ok("nameCertificates", { nameShown: "full", realName: "林小默" }, me);
    for (const { id } of [me, other.me])
      await gateway()
        .database.update(accounts)
        .set({ mutedUntil: new Date(gateway().services.now().getTime() + 86_400_000) })
        .where(eq(accounts.id, id));
    await gateway().refused("nameCertificates", { nameShown: "full", realName: "高原" }, "MUTED", other.me);
    await gateway().ok("nameCertificates", { nameShown: "masked", realName: "林小默" }, me);
    await gateway().ok("nameCertificates", { nameShown: "nickname" }, me);
    expect(await shown(publicId)).toBe(me.nickname);
  });

  it("is shown whole to its holder alone", async () => {
    const { me, publicId } = await holder();
    await gateway().ok("nameCertificates", { nameShown: "masked", realName: "欧阳小青" }, me);
    const other = await gateway().member();
    expect(await gateway().ok("ownCertificate", { publicId }, other)).toEqual({ own: null });
    const { body } = await gateway().callOverHttp("certificateByPublicId", { publicId }, other);
    expect(JSON.stringify(body)).not.toContain("阳小青");
  });

  it("must be a name, and is needed unless the nickname is chosen", async () => {
    const { me } = await holder();
    for (const [realName, message] of [
      ["", "请填写真实姓名"],
      ["默", "姓名至少 2 个字，只能有文字、空格、“·”和“-”"],
      ["<b>林</b>", "姓名至少 2 个字，只能有文字、空格、“·”和“-”"],
      ["林".repeat(31), "姓名不能超过 30 个字"],
    ] as const) {
      const { fields } = await gateway().refused(
        "nameCertificates",
        { nameShown: "full", realName },
        "INVALID_REQUEST",
        me,
      );
      expect([realName, fields?.realName]).toEqual([realName, [message]]);
    }
    await gateway().ok("nameCertificates", { nameShown: "full", realName: "阿卜杜拉·买买提" }, me);
  });

  it("stands on certificates that are issued later, with the time that was studied", async () => {
    const me = await gateway().member();
    await gateway().ok("nameCertificates", { nameShown: "full", realName: "林小默" }, me);
    const { course, lesson, exam } = await saveTraining(gateway(), null);
    expect(exam).toBe(course);
    await gateway().database.update(courses).set({ certificateExamId: null }).where(eq(courses.id, course));
    const { certificate } = await learnLesson(gateway(), me, course, lesson);
    expect(certificate).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){4}$/);
    expect(await gateway().ok("certificateByPublicId", { publicId: certificate ?? "" })).toMatchObject({
      holder: "林小默",
      minutes: 5,
      studiedMinutes: 1,
    });
  });

  it("is in the export of personal data, and is erased with the account", async () => {
    const { me, publicId } = await holder();
    await gateway().ok("nameCertificates", { nameShown: "full", realName: "林小默" }, me);
    expect(await studyRecord(gateway().database, me.id)).toMatchObject({
      total: { realName: "林小默", nameShown: "full" },
      certificates: expect.arrayContaining([expect.objectContaining({ publicId, realName: "林小默" })]),
    });
    await gateway().database.transaction(
      (database) =>
        trainingPersonalData.erase?.(database, { id: me.id } as never, new Date()) ?? Promise.resolve({}),
    );
    expect(await gateway().ok("certificateByPublicId", { publicId })).toMatchObject({
      state: "closed",
      holder: "",
    });
    const [row] = await gateway()
      .database.select()
      .from(certificates)
      .where(eq(certificates.publicId, publicId));
    expect([row?.realName, row?.nameShown]).toEqual(["", "nickname"]);
    expect(await gateway().database.$count(studyTotals, eq(studyTotals.accountId, me.id))).toBe(0);
  });
});

test.each([
  ["林小默", "林**"],
  ["林默", "林*"],
  ["Ada Lovelace", "A**"],
  ["𠮷田", "𠮷*"],
])("of %s others see %s", (name, masked) => {
  expect(maskedName(name)).toBe(masked);
});

describe("a typed number", () => {
  it.each([
    "7F3K-9M2P-4TQX-8WJR-3HDN",
    "7f3k9m2p4tqx8wjr3hdn",
    " 7F3K 9M2P 4TQX 8WJR 3HDN ",
    "７Ｆ３Ｋ－９Ｍ２Ｐ－４ＴＱＸ－８ＷＪＲ－３ＨＤＮ",
  ])("%s is read as people write it", (typed) => {
    expect(numberToCheck.parse(typed)).toEqual(["7F3K-9M2P-4TQX-8WJR-3HDN"]);
  });

  it("may have letters that look like digits", () => {
    expect(typedNumbers("7F3K-9M2P-4TQX-8WJR-3HOI")).toEqual(["7F3K-9M2P-4TQX-8WJR-3H01"]);
  });

  it("in letters of both cases may be of the older kind, which is looked up first", () => {
    expect(typedNumbers("aB3xK9m2P4tqX8wJr3hD")).toEqual([
      "aB3xK9m2P4tqX8wJr3hD",
      "AB3X-K9M2-P4TQ-X8WJ-R3HD",
    ]);
  });

  it.each(["", "7F3K", "../../etc/passwd", "长".repeat(61)])("%s is refused", (typed) => {
    expect(numberToCheck.safeParse(typed).success).toBe(false);
  });
});
