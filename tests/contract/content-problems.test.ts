import { loadContentPack } from "gateway/content/load/load-pack";
import { ContentPackError, describeProblem } from "gateway/content/pack/problems";
import type { OpenDatabase } from "gateway/database/open";
import { sections } from "gateway/database/schema";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { copyPack, type PackChange, replacing } from "../support/content";
import { cloneDatabase } from "../support/database";
import { texts } from "../support/texts";

let open: OpenDatabase;
beforeAll(async () => {
  open = await cloneDatabase();
});
afterAll(() => open.close());

/** The loader's errors for a pack with these changes; fails if there are none, or if anything is loaded. */
async function problemsOf(changes: Record<string, PackChange>): Promise<string[]> {
  const services = { database: open.database, texts, now: () => new Date("2026-03-01T08:00:00.000Z") };
  const error = await loadContentPack(services, await copyPack(changes), { demo: true }).then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ContentPackError)) throw error ?? new Error("the pack was loaded");
  expect(await open.database.select().from(sections)).toEqual([]);
  return error.problems.map(describeProblem);
}

const topic = "topics/garbled.md";
const topicWith = (from: string, to: string) => ({ [topic]: replacing(from, to) });
const sectionsWith = (from: string, to: string) => ({ "sections.yaml": replacing(from, to) });
const membersWith = (from: string, to: string) => ({ "members.yaml": replacing(from, to) });
const picture = (inside: string) => ({
  "images/wave.svg": `<svg xmlns="http://www.w3.org/2000/svg">\n${inside}</svg>`,
});

describe("errors of a pack are reported by file, line and field", () => {
  const cases: [string, Record<string, PackChange>, string[]][] = [
    ["no sections", { "sections.yaml": null }, ["sections.yaml：没有这个文件"]],
    [
      "broken YAML",
      sectionsWith("groups:", "groups: ["),
      [expect.stringMatching(/^sections\.yaml:\d+：YAML 格式有误，请检查这里/) as unknown as string],
    ],
    [
      "a missing field",
      sectionsWith("name: 板子, ", ""),
      ["sections.yaml:5（groups[0].sections[1].name）：缺少这一项"],
    ],
    [
      "an unknown field",
      sectionsWith("summary: 板子的事", "summry: 板子的事"),
      [
        "sections.yaml:5（groups[0].sections[1].summary）：缺少这一项",
        "sections.yaml:5（groups[0].sections[1].summry）：不认识的字段 summry",
      ],
    ],
    [
      "a wrong type",
      sectionsWith("id: 12", "id: twelve"),
      ["sections.yaml:5（groups[0].sections[1].id）：应为数字"],
    ],
    [
      "an id of 0",
      sectionsWith("id: 12", "id: 0"),
      ["sections.yaml:5（groups[0].sections[1].id）：应为正整数"],
    ],
    [
      "a key with capitals",
      sectionsWith("key: news", "key: News"),
      ["sections.yaml:8（groups[1].sections[0].key）：只能由小写字母、数字和连字符组成，最多 60 个字符"],
    ],
    [
      "two sections of one id",
      sectionsWith("id: 12", "id: 11"),
      ["sections.yaml:5（board.id）：“11”已经用在 版块“无线”"],
    ],
    [
      "two sections of one key",
      sectionsWith("key: news", "key: board"),
      ["sections.yaml:8（board.key）：“board”已经用在 版块“板子”"],
    ],
    [
      "a class twice",
      sectionsWith("[求助, 经验]", "[求助, 经验, 求助]"),
      ["sections.yaml:4（radio.classes）：“求助”已经用在 同一版块"],
    ],
    [
      "an unknown moderator",
      sectionsWith("moderators: []", "moderators: [nobody]"),
      ["sections.yaml:8（news.moderators）：members.yaml 里没有成员 nobody"],
    ],
    [
      "a moderator that is neither key nor email",
      sectionsWith("moderators: []", "moderators: [老莫]"),
      ["sections.yaml:8（groups[1].sections[0].moderators[0]）：应为成员的 key，或已注册账号的邮箱"],
    ],
    [
      "a role that there is not",
      membersWith("role: admin", "role: owner"),
      ["members.yaml:2（members[0].role）：role 只能是 admin"],
    ],
    [
      "a nickname twice",
      membersWith("蔡蔡", "小安"),
      ["members.yaml:5（cai.nickname）：“小安”已经用在 成员 an"],
    ],
    [
      "a nickname too long",
      membersWith("蔡蔡", "一二三四五六七八九十一"),
      ["members.yaml:5（members[3].nickname）：昵称长度不超过10个汉字或20个英文字符"],
    ],
    [
      "a nickname with special characters",
      membersWith("蔡蔡", "蔡(蔡)"),
      ["members.yaml:5（members[3].nickname）：昵称存在特殊字符"],
    ],
    [
      "a wrong phone",
      membersWith('"13900000002"', '"12900000002"'),
      ["members.yaml:3（members[1].phone）：请输入正确的手机号"],
    ],
    [
      "a phone without quotes",
      membersWith('"13900000002"', "13900000002"),
      ["members.yaml:3（members[1].phone）：应为文字（像数字的要加引号）"],
    ],
    [
      "a wrong email",
      membersWith("Mo@Example.com", "mo.example.com"),
      ["members.yaml:2（members[0].email）：请输入正确的邮箱地址"],
    ],
    [
      "a short password",
      membersWith("Pack-mo-2026", "short"),
      ["members.yaml:2（members[0].password）：密码至少 8 个字符"],
    ],
    [
      "a password nobody can use",
      membersWith("joined: 100d", "joined: 100d, password: Pack-cai-2026"),
      ["members.yaml:5（cai.password）：有密码的成员要有手机号或邮箱，否则不能登录"],
    ],
    [
      "a wrong duration",
      membersWith("joined: 100d", "joined: 100 days"),
      [
        "members.yaml:5（members[3].joined）：“100 days”不是时长，应写成 12d4h、35m 这样（d 天、h 小时、m 分钟）",
      ],
    ],
    [
      "an avatar that is not there",
      membersWith("avatars/a2.svg", "avatars/a9.svg"),
      ["members.yaml:4（bo.avatar）：没有图片 avatars/a9.svg"],
    ],
    [
      "a link to another protocol",
      { "navigation.yaml": replacing("https://example.com/a", "javascript:alert(1)") },
      ["navigation.yaml:9（footer[0].children[1].link）：链接应以 / 开头，或是 https:// 地址"],
    ],
    // What a form of the editor refuses, a load refuses before it writes.
    [
      "a footer of too many columns",
      { "navigation.yaml": `footer: [${"{ name: 列, link: /forum }, ".repeat(13)}]\n` },
      ["navigation.yaml:1（footer）：最多 12 个"],
    ],
    [
      "a footer's column of too many links",
      {
        "navigation.yaml": `footer: [{ name: 列, link: /forum, children: [${"{ name: 页, link: /forum }, ".repeat(21)}] }]\n`,
      },
      ["navigation.yaml:1（footer[0].children）：最多 20 个"],
    ],
    [
      "too many banners of the forum",
      {
        "site.yaml": `banners: [${Array.from({ length: 13 }, (_, at) => `{ key: b${at}, title: 横幅, image: images/wave.svg, link: /forum }`).join(", ")}]\n`,
      },
      ["site.yaml:1（banners）：最多 12 个"],
    ],
    [
      "a protocol-relative link",
      { "navigation.yaml": replacing("https://example.com/a", "//example.com") },
      ["navigation.yaml:9（footer[0].children[1].link）：链接应以 / 开头，或是 https:// 地址"],
    ],
    [
      "a banner without its picture",
      { "site.yaml": replacing("images/wave.svg", "images/none.svg") },
      ["site.yaml:2（banners[0].image）：没有图片 images/none.svg"],
    ],
    [
      "an unknown policy",
      { "policies/userPolicy.md": replacing("id: userPolicy", "id: terms") },
      [
        expect.stringMatching(
          /^policies\/userPolicy\.md:2（id）：id 只能是 legalNotices、/,
        ) as unknown as string,
      ],
    ],
    [
      "an empty policy",
      { "policies/userPolicy.md": replacing("请**友善**发言。", "") },
      ["policies/userPolicy.md:6：请输入正文"],
    ],
    [
      "a policy twice",
      { "policies/again.md": "---\nid: userPolicy\ntitle: 协议\nversion: V1\n---\n文\n" },
      ["policies（id）：“userPolicy”已经用在 另一份政策"],
    ],
    [
      "no front matter",
      { [topic]: "正文\n" },
      ["topics/garbled.md:1：文件要以 --- 开头，头部信息之后再用一行 --- 结束"],
    ],
    [
      "a title too short",
      topicWith("串口打印乱码怎么查", "乱码"),
      ["topics/garbled.md:3（title）：标题至少 4 个字"],
    ],
    [
      "six tags",
      topicWith("[UART, 调试]", "[a, b, c, d, e, f]"),
      ["topics/garbled.md:7（tags）：最多 5 个标签"],
    ],
    [
      "a tag with markup",
      topicWith("[UART, 调试]", '["<b>"]'),
      ["topics/garbled.md:7（tags[0]）：标签里有特殊字符"],
    ],
    [
      "an unknown section",
      topicWith("section: radio", "section: radoi"),
      ["topics/garbled.md:4（section）：sections.yaml 里没有版块 radoi"],
    ],
    [
      "a class of another section",
      topicWith("class: 求助", "class: 招聘"),
      ["topics/garbled.md:5（class）：版块 radio 没有分类“招聘”，可选：求助、经验"],
    ],
    [
      "an unknown author",
      topicWith("author: an\n", "author: nobody\n"),
      ["topics/garbled.md:6（author）：members.yaml 里没有成员 nobody"],
    ],
    [
      "an author who had not joined",
      { [topic]: (text) => text.replace("author: an\n", "author: cai\n").replace("ago: 50d", "ago: 150d") },
      [
        "topics/garbled.md:6（author）：成员 cai 那时还没有加入（看 members.yaml 的 joined）",
        "topics/garbled.md:31（author）：成员 cai 那时还没有加入（看 members.yaml 的 joined）",
        "topics/garbled.md:37（author）：成员 cai 那时还没有加入（看 members.yaml 的 joined）",
      ],
    ],
    [
      "a key twice",
      { "topics/silent.md": replacing("key: silent", "key: garbled") },
      ["topics/silent.md:2（key）：“garbled”已经用在 topics/garbled.md"],
    ],
    ["an empty topic", { "topics/silent.md": replacing("等一等。", "") }, ["topics/silent.md:9：请输入正文"]],
    [
      "an accepted floor that is not there",
      topicWith("solved: 2", "solved: 9"),
      ["topics/garbled.md:12（solved）：没有 9 楼"],
    ],
    [
      "a picture that is not there",
      topicWith("![波形](images/wave.svg)", "![波形](images/none.svg)"),
      ["topics/garbled.md:14：没有图片 images/none.svg"],
    ],
    ["an empty reply", topicWith("就是它，谢谢。", ""), ["topics/garbled.md:25：请输入回复内容"]],
    [
      "an unknown word in a reply's line",
      topicWith("author=mo at=+35m", "author=mo at=+35m floor=2"),
      ["topics/garbled.md:22：看不懂“floor=2”，只能写 author=…、at=+…、to=…"],
    ],
    [
      "a reply without author and time",
      topicWith("author=bo at=+1h30m", ""),
      ["topics/garbled.md:28（author）：缺少这一项", "topics/garbled.md:28（at）：缺少这一项"],
    ],
    [
      "a time that is none",
      topicWith("at=+1h30m", "at=tomorrow"),
      ["topics/garbled.md:28（at）：“tomorrow”不是时间，应写成 +35m、+1d2h 这样"],
    ],
    [
      "a floor that is not there",
      topicWith("at=+2h30m to=1", "at=+2h30m to=4"),
      ["topics/garbled.md:37（to）：前面没有 4 楼（目前到 3 楼，楼中回复不占楼层）"],
    ],
    [
      "a deeper reply that is not there",
      topicWith("at=+2h30m to=1", "at=+4h to=2.5"),
      ["topics/garbled.md:37（to）：2 楼下面目前只有 3 条回复，没有第 5 条"],
    ],
    [
      "a to that is none",
      topicWith("at=+2h30m to=1", "at=+2h30m to=x"),
      ["topics/garbled.md:37（to）：“x”不是楼层，应写成 to=2 或 to=2.1"],
    ],
    [
      "a reply before what it answers",
      topicWith("at=+3h to=2.2", "at=+10m to=2.2"),
      ["topics/garbled.md:34（at）：早于 2 楼或它下面的前一条回复"],
    ],
    [
      "floors out of order",
      topicWith("at=+1h30m", "at=+5m"),
      ["topics/garbled.md:28（at）：早于 2 楼，楼层要按时间先后写"],
    ],
    [
      "a reply in the future",
      topicWith("at=+1h30m", "at=+60d"),
      ["topics/garbled.md:28（at）：晚于装载的时刻：at 不能大于主题的 ago"],
    ],
    [
      "a script in a picture",
      picture("<script>alert(1)</script>"),
      ["images/wave.svg:2：不允许的元素 <script>"],
    ],
    [
      "an event in a picture",
      picture('<g onload="alert(1)"/>'),
      ["images/wave.svg:2：不能有事件属性 onload"],
    ],
    ["HTML in a picture", picture("<foreignObject/>"), ["images/wave.svg:2：不允许的元素 <foreignObject>"]],
    [
      "an outside reference in a picture",
      picture('<use href="https://example.com/a.svg#b"/>'),
      ['images/wave.svg:2：不能引用外部资源：href="https://example.com/a.svg#b"'],
    ],
  ];
  it.each(cases)("%s", async (_, changes, expected) => {
    expect(await problemsOf(changes)).toEqual(expected);
  });

  it("all errors are reported at once", async () => {
    const problems = await problemsOf({
      ...sectionsWith("id: 12", "id: 11"),
      ...topicWith("class: 求助", "class: 招聘"),
      ...picture("<script/>"),
    });
    expect(problems).toHaveLength(3);
  });

  it("a missing folder is reported", async () => {
    const services = { database: open.database, texts, now: () => new Date() };
    await expect(loadContentPack(services, "tests/fixtures/none", { demo: true })).rejects.toThrow(
      "没有这个文件夹",
    );
  });
});
