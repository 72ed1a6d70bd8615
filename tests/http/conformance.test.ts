import { gatewaySessionCookie } from "contract/base/wire";
import { describe, expect, inject, test } from "vitest";
import type { CallResult } from "../../server/conformance/result";
import { runProcess } from "../support/processes";
import { isWhole } from "../support/tier";
import { newMember } from "./support";

/** `npm run conformance`, as somebody with a gateway runs it: the built program alone, against the portal's own gateway. */
const conformance = (...args: string[]) => runProcess(["build/conformance.js", ...args], {});

describe("npm run conformance", { timeout: 600_000 }, () => {
  // In every run the contract's test asks the same of the same gateway, without the program around it.
  test.runIf(isWhole)(
    "finds nothing wrong with our own gateway, as a visitor and as a member, and writes nothing",
    async () => {
      const { browser } = await newMember();
      const cookies = await browser.jar.getCookieString(inject("portalOrigin"));
      const [, value = ""] = new RegExp(`${gatewaySessionCookie}=([^;]+)`).exec(cookies) ?? [];
      const arguments_ = ["--url", inject("portalOrigin"), "--session", `member=${value}`];
      const { code, output } = await conformance(...arguments_, "--json");
      const { ok, results } = JSON.parse(output) as { ok: boolean; results: CallResult[] };
      expect(results.filter(({ standing }) => standing === "wrong" || standing === "missing")).toEqual([]);
      expect([code, ok]).toEqual([0, true]);
      const standing = (name: string) => results.find((one) => one.name === name)?.standing;
      expect([standing("topicDetail"), standing("myTopics"), standing("submitTopic")]).toEqual([
        "supported",
        "supported",
        "notTried",
      ]);
      expect((await browser.get("/personalCenter/posts")).text).not.toContain("符合性检查");
    },
  );

  test("says by group what it found, and fails below the level that is named", async () => {
    const whole = await conformance("--url", inject("portalOrigin"), "--level", "whole");
    expect(whole.output).toMatch(/\[forum\] 支持 \d+，没有 0，有误 0，没有试 \d+/);
    expect(whole.output).toMatch(/没有试（会写入；没有 --write）：.*submitTopic/);
    expect([whole.code, whole.output]).toEqual([1, expect.stringContaining("没有达到 whole 级。")]);
  });

  test("says what is wrong with its arguments, and with a session that is none", async () => {
    for (const args of [[], ["--url", "gateway"], ["--url", "http://a.example", "--session", "king=1"]]) {
      const { code, output } = await conformance(...args);
      expect([code, output]).toEqual([1, expect.stringContaining("用法：npm run conformance")]);
    }
    const away = await conformance("--url", "http://127.0.0.1:9");
    expect([away.code, away.output]).toEqual([1, expect.stringContaining("网关没有回答")]);
    const none = await conformance("--url", inject("portalOrigin"), "--session", "member=nobody");
    expect([none.code, none.output]).toEqual([1, expect.stringContaining("--session member=… 不是登录状态")]);
  });
});
