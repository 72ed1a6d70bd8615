import { beforeAll, describe, expect, test } from "vitest";
import { type Member, type Section, startGateway } from "../support/gateway";

const gateway = startGateway();
let section: Section;
let person: Member;
let tid: number;
const tag = "LiteOS图谱";
beforeAll(async () => {
  person = await gateway().member({ nickname: "Anna图林" });
  section = await gateway().section();
  ({ tid } = await gateway().topic(person, section, { title: "启动流程", content: "从头看起", tags: [tag] }));
});

/** Spellings of the same name: in other cases, full width, traditional characters, with blanks around. */
const spellings = (latin: string, han: string, traditional: string) => {
  const wide = latin.replace(/[!-~]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0));
  return [
    latin + han,
    latin.toLowerCase() + han,
    latin.toUpperCase() + han,
    wide + han,
    `  ${latin}${han}  `,
    latin + traditional,
    han,
    traditional,
    wide,
  ];
};
const ofPerson = spellings("Anna", "图林", "圖林");
const ofTag = spellings("LiteOS", "图谱", "圖譜");
const people = (list: { nickName: string }[]) => list.map(({ nickName }) => nickName);
const names = (list: { name: string }[]) => list.map(({ name }) => name);

describe("a person's name in any spelling", () => {
  test.each(ofPerson)(
    "%o finds the person among people, among everything, and in suggestions",
    async (text) => {
      const found = await gateway().ok("fullTextSearch", { text, kind: "people" });
      expect(people(found.people)).toEqual([person.nickname]);
      const all = await gateway().ok("fullTextSearch", { text, kind: "all" });
      expect(people(all.people)).toEqual([person.nickname]);
      const suggested = await gateway().ok("searchSuggest", { text });
      expect(people(suggested.people)).toEqual([person.nickname]);
    },
  );
});

describe("a tag's name in any spelling", () => {
  test.each(ofTag)("%o finds the tag among tags, among everything, and in suggestions", async (text) => {
    expect(names((await gateway().ok("fullTextSearch", { text, kind: "tags" })).tags)).toEqual([tag]);
    expect(names((await gateway().ok("fullTextSearch", { text, kind: "all" })).tags)).toEqual([tag]);
    expect(names((await gateway().ok("searchSuggest", { text })).tags)).toEqual([tag]);
  });
});

describe("the exact name comes first, then names that begin with it, then names that contain it", () => {
  test.each(["people", "tags"] as const)("%s", async (kind) => {
    const wanted = ["jtag", "jtag仿真", "学jtag"];
    for (const name of wanted.toReversed()) {
      if (kind === "people") await gateway().member({ nickname: name });
      else await gateway().topic(person, section, { tags: [name] });
    }
    for (const text of ["jtag", "JTAG", "ＪＴＡＧ"]) {
      const found = await gateway().ok("fullTextSearch", { text, kind });
      expect(kind === "people" ? people(found.people) : names(found.tags), text).toEqual(wanted);
    }
  });
});

test("as filters: an author and a tag match in any case; an unknown name finds nothing", async () => {
  const found = async (filter: { author?: string; tag?: string }) =>
    (await gateway().ok("fullTextSearch", { text: "启动流程", kind: "topics", ...filter })).topics.map(
      ({ tid }) => tid,
    );
  for (const author of [person.nickname, "anna图林", "ＡＮＮＡ图林"])
    expect(await found({ author })).toEqual([tid]);
  for (const name of [tag, `#${tag}`, "liteos图谱", "LITEOS图谱"])
    expect(await found({ tag: name })).toEqual([tid]);
  expect([await found({ author: "Ann" }), await found({ tag: "LiteOS" })]).toEqual([[], []]);
});
