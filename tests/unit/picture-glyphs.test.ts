import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { glyphsOf } from "../../server/pictures/glyphs";
import topicPicture from "../../server/pictures/topic-picture";

const missing = "〓";
const pathsOf = async (text: string) => (await glyphsOf(text, 700)).map(({ path }) => path);
const card = { section: "芯片与 SDK", author: "阿岚", site: "青芯" };

describe("the words of a topic's picture", () => {
  it("contain units and letters of formulas, which the font has as signs", async () => {
    const [square] = await pathsOf(missing);
    for (const letter of "ΩμΔΣΠ") expect(await pathsOf(letter), letter).not.toEqual([square]);
  });

  it("show 〓, as printers do, for a character that no font has, so that no other word is read", async () => {
    const [square, ...fields] = await pathsOf("〓野家");
    for (const unknown of ["\u{323af}", "𫖮"])
      expect(await pathsOf(`${unknown}野家`)).toEqual([square, ...fields]);
  });

  it.each(["𠮷", "𣘺", "한", "국", "힣", "か", "カ", "é", "Ж"])("have %s", async (character) => {
    const [square] = await pathsOf(missing);
    const [drawn, ...more] = await pathsOf(character);
    expect(drawn).toBeTruthy();
    expect(drawn).not.toBe(square);
    expect(more).toEqual([]);
  });

  it("leave out emoji, with their joiners and colour modifiers", async () => {
    expect(await pathsOf("点亮了👩‍💻👍🏽🇨🇳")).toEqual(await pathsOf("点亮了"));
  });

  it("are the section's name if a title has emoji alone", async () => {
    const pixels = async (title: string) =>
      sharp(await topicPicture({ ...card, title }))
        .raw()
        .toBuffer();
    const plain = await sharp(await topicPicture({ ...card, section: "", title: card.section }))
      .raw()
      .toBuffer();
    expect((await pixels("🎉 🔥")).equals(plain)).toBe(true);
  });
});
