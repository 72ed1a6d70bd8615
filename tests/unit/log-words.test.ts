import { expect, it } from "vitest";
import { changesOf } from "../../app/screens/moderator/log/words";

it.each([
  [{ state: "listed" }, { state: "hidden" }, "状态：正常 → 已被版主屏蔽"],
  [{ pinScope: null }, { pinScope: "site" }, "置顶：无 → 全站置顶"],
  [{ digestLevel: 0 }, { digestLevel: 2 }, "精华：无 → 精华 II"],
  [{ status: "waiting" }, { status: "upheld" }, "举报：待处理 → 成立"],
  [{ mutedUntil: null }, { mutedUntil: "9999-12-31T00:00:00.000Z" }, "禁言：无 → 永久"],
  [{ until: null }, { until: "2026-03-01T16:00:00.000Z" }, "到期：无 → 2026-03-02 00:00:00"],
  [{ closed: false }, { closed: true }, "关闭：否 → 是"],
  [{}, { role: "moderator" }, "角色：无 → 版主"],
  [{}, { record: "noted" }, "处罚和备注：无 → 有版主备注"],
  [{}, { seenAs: "visitor" }, "身份：无 → 访客"],
  [{}, { contacts: true }, "带联系方式：无 → 是"],
  [{ another: "1" }, { another: "2" }, "another：1 → 2"],
])("a change from %j to %j is said in words", (before, after, text) =>
  expect(changesOf({ before, after })).toEqual([text]),
);
