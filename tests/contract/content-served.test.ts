import { like } from "drizzle-orm";
import { documents, profiles } from "gateway/database/schema";
import { describe, expect, it } from "vitest";
import { type Body, startCommunityEditing } from "../support/community-editing";

/** What an earlier release loaded: readers' calls serve it, and no body was kept beside it. */

const { gateway, load, pieceOf, call, saved, change, fresh, fieldsOf, listed } = startCommunityEditing();

const forget = () => gateway().database.delete(documents).where(like(documents.key, "content:%"));

describe.each(["home", "navigation", "redirects", "definitions", "holidays"] as const)(
  "%s without a kept body",
  (kind) => {
    it("is listed and edited as it is served, and not made anew", async () => {
      const before = await pieceOf(kind, kind);
      await forget();
      const after = await pieceOf(kind, kind);
      expect([after.body, after.standing]).toEqual([before.body, before.standing]);
      expect(await listed(kind, "")).toEqual([[kind, "published"]]);
      expect(await fresh(kind, after.body, kind)).toMatchObject({
        status: 409,
        body: { errorCode: "CONTENT_KEY_TAKEN" },
      });
    });
  },
);

it("moved addresses that stand are not lost by adding one, and the pack has nothing against it", async () => {
  await forget();
  const { body } = await pieceOf("redirects", "redirects");
  await change("redirects", "redirects", {
    redirects: [...(body.redirects as Body[]), { from: "/added", to: "/forum" }],
  });
  for (const address of ["/old", "/older", "/added"])
    expect((await gateway().ok("movedAddress", { address })).target).not.toBeNull();
  expect((await load()).notices.join()).not.toContain("转址");
});

it("choices that people have made do not leave the served lists", async () => {
  await forget();
  const me = await gateway().member();
  await gateway().database.insert(profiles).values({ accountId: me.id, eduBackground: "master" });
  const { body } = await pieceOf("definitions", "definitions");
  const education = (body.education as Body[]).filter(({ code }) => code !== "master");
  const version = await saved("definitions", "definitions", { education });
  const answer = await call("publishContent", { kind: "definitions", key: "definitions", version });
  expect([answer.status, fieldsOf(answer).education]).toEqual([
    422,
    ["1 个人的资料选了“硕士”（master），不能移除"],
  ]);
});

it("the university pages, whose Markdown no release kept, are not replaced before the next load", async () => {
  await load();
  const { body } = await pieceOf("talents", "talents");
  await forget();
  expect(await listed("talents", "")).toEqual([]);
  const answer = await fresh("talents", { title: "新的" }, "talents");
  expect([answer.status, fieldsOf(answer).key]).toEqual([
    400,
    ["高校人才是旧版本载入的，请先重新加载一次内容包"],
  ]);
  expect(await gateway().ok("universityTalents", {})).toMatchObject({ title: "高校人才" });
  await load();
  expect((await pieceOf("talents", "talents")).body).toEqual(body);
});
