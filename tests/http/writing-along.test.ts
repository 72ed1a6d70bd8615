import { beforeAll, describe, expect, test } from "vitest";
import type { PlainBrowser } from "../support/plain-browser";
import { linkOn, newMember, publishTopic, shellsOf, signedIn, tidOf, visitor } from "./support";

const shells = shellsOf(import.meta.url);

describe.each(shells)(
  "templates, draft targets, orders and codes, by plain forms, $shell",
  ({ prefix, headers }) => {
    let member: PlainBrowser;
    let other: PlainBrowser;
    beforeAll(async () => {
      ({ browser: member } = await newMember(headers));
      other = await signedIn("member", headers);
    });
    const contentOf = (page: Awaited<ReturnType<PlainBrowser["get"]>>) =>
      page.$("textarea[name=content]").text().replace(/^\n/, "");

    test("a question starts with its section's template, and an unchanged template is not published", async () => {
      const editor = await member.get(`${prefix}/posting?fid=101`);
      expect(contentOf(editor)).toBe("");
      const question = editor
        .$("select[name=classId] option")
        .toArray()
        .find((option) => editor.$(option).text() === "求助");
      const classId = editor.$(question ?? "none").attr("value") ?? "";
      const begun = await member.get(`${prefix}/posting?fid=101&classId=${classId}`);
      expect(contentOf(begun)).toContain("SDK 版本");
      // Chosen in the form: an empty text becomes the template, a typed text stays.
      const chosen = await member.submit(editor, { intent: "section" }, { fid: "101", classId });
      expect(contentOf(chosen)).toContain("芯片型号");
      const typed = await member.submit(
        editor,
        { intent: "section" },
        { fid: "101", classId, content: "我写的" },
      );
      expect(contentOf(typed)).toBe("我写的");
      const untouched = await member.submit(begun, { intent: "publish" }, { title: "还没有填模板的问题" });
      expect([untouched.status, untouched.text.includes("请先把模板里的内容填好")]).toEqual([422, true]);
      expect(contentOf(untouched)).toContain("SDK 版本");
    });

    test("a reply's draft remembers the floor that it answers, until the member removes it", async () => {
      const topic = await publishTopic(member, prefix);
      const address = `${prefix}/hsforum/thread-${tidOf(topic)}-1-1.html`;
      await other.submit(await other.get(address), { intent: "reply" }, { content: "二楼" });
      const aimed = await member.get(linkOn(await member.get(address), /replyTo=\d/));
      await member.submit(aimed, { intent: "draft" }, { content: "回到二楼的话" });
      const again = await member.get(address);
      expect(again.$("#reply").text()).toContain("回复 2 楼");
      expect(again.$("#reply input[name=parent]").attr("value")).toBeTruthy();
      const cancelled = await member.get(linkOn(again, /replyTo=0/));
      expect(cancelled.$("#reply input[name=parent]").length).toBe(0);
      expect(contentOf(cancelled)).toBe("回到二楼的话");
    });

    test("floors are ordered by likes, and a long topic has an outline", async () => {
      const list = await visitor(headers).get(`${prefix}/forum/all?order=views`);
      const long = list
        .$("a[href*='/hsforum/thread-']")
        .filter((_, link) => /新人报到帖/.test(list.$(link).text()));
      const page = await visitor(headers).get(long.first().attr("href") ?? "");
      const liked = await visitor(headers).get(linkOn(page, /order=likes/));
      expect(liked.$("nav#floors a[aria-current]").text()).toContain("最多赞");
      const floors = liked
        .$("section[data-floor]")
        .toArray()
        .map((floor) => Number(liked.$(floor).attr("data-floor")));
      expect([floors[0], floors.length]).toEqual([1, 20]);
      if (prefix) expect(page.$("nav[aria-label=帖子操作] [data-floor-now]").text()).toMatch(/^1 \/ \d+$/);
      else {
        const last = page.$("nav[aria-label=阅读进度] a").last();
        const there = await visitor(headers).get(last.attr("href") ?? "");
        expect(there.$(`section[aria-label="${last.text()}"]`).length).toBe(1);
      }
    });

    test("a topic's address is a QR code that phones read", async () => {
      const topic = await publishTopic(member, prefix);
      const source = topic.$("#share img").attr("src") ?? "";
      const answer = await fetch(new URL(source, topic.url));
      expect([answer.status, answer.headers.get("content-type")]).toEqual([
        200,
        "image/svg+xml; charset=utf-8",
      ]);
      expect(await answer.text()).toMatch(/^<svg/);
      for (const wrong of ["0.svg", "x.svg", "1.png", "1"])
        expect((await fetch(new URL(`/share/topic/${wrong}`, topic.url))).status).toBe(404);
    });
  },
);
