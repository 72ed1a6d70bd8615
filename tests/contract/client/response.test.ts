import { contract } from "contract";
import { expect, test, vi } from "vitest";
import {
  Forbidden,
  NotSignedIn,
  Refused,
  ResponseMismatch,
  SessionConflict,
  Timeout,
  Unavailable,
} from "../../../app/gateway-client/errors";
import { exchange, UpstreamRejection } from "../../../app/gateway-client/exchange.server";
import { responseMaximum } from "../../../app/gateway-client/response.server";
import { clientOf, clientOptions, errorOf, upstreamForFile } from "./support";

const upstream = upstreamForFile();
const session = { leftMenuNode: [], user: { uid: 7, creationDate: "2026-01-01T00:00:00Z" } };
const config = { accessConfig: 1, registerConfig: 2 };
const getConfig = (options = {}) => clientOf(upstream(), options).call("getConfig", {});
const lowLevel = () => exchange("getConfig", contract.getConfig, {}, clientOptions(upstream()), []);

test("200 resolves to the data", async () => {
  upstream().answer(200, config);
  await expect(getConfig()).resolves.toEqual(config);
});

test('errcode "9999" in a 200 rejects', async () => {
  upstream().answer(200, { errcode: "9999", errorMsg: "参数错误", ...config });
  await expect(lowLevel()).rejects.toBeInstanceOf(UpstreamRejection);
  expect(await errorOf(getConfig(), Refused)).toMatchObject({
    code: "9999",
    status: 200,
    message: "参数错误",
    call: "getConfig",
  });
});

test("another errcode in a 200 does not reject", async () => {
  upstream().answer(200, { errcode: "0", ...config });
  await expect(getConfig()).resolves.toEqual(config);
});

test("an answer with none of its row's fields, all of which may be absent, is one of another shape", async () => {
  const ask = () => clientOf(upstream()).call("lastStudy", {});
  upstream().answer(200, { surprise: true, data: 7 });
  expect((await errorOf(ask(), ResponseMismatch)).paths).toEqual(["(whole response)"]);
  for (const empty of [{}, { errcode: "0" }, { study: null }]) {
    upstream().answer(200, empty);
    await expect(ask()).resolves.toEqual({ study: null, week: null });
  }
});

test("204 resolves to success true on a call whose answer is only that", async () => {
  upstream().behave((_, response) => response.writeHead(204).end());
  await expect(clientOf(upstream()).call("viewTopic", { tid: 1 })).resolves.toEqual({ success: true });
});

test("204 on a call that needs data is a mismatch, not undefined on a page", async () => {
  upstream().behave((_, response) => response.writeHead(204).end());
  expect((await errorOf(getConfig(), ResponseMismatch)).paths).toEqual(["accessConfig", "registerConfig"]);
});

test("400 rejects with its message and fields", async () => {
  const body = {
    errorCode: "INVALID_REQUEST",
    message: "提交的内容有误，请检查后再试",
    fields: { title: ["请输入标题"] },
  };
  upstream().answer(400, body);
  await expect(lowLevel()).resolves.toMatchObject({ status: 400, data: body });
  const refused = await errorOf(getConfig(), Refused);
  expect(refused).toMatchObject({
    code: "INVALID_REQUEST",
    status: 400,
    message: body.message,
    fields: body.fields,
    traceId: "trace-1",
  });
});

test("500 is a response for the client, and unavailable for the caller", async () => {
  upstream().answer(500, { errorCode: "SERVER_ERROR", message: "boom at line 7" });
  await expect(lowLevel()).resolves.toMatchObject({ status: 500, data: { errorCode: "SERVER_ERROR" } });
  const error = await errorOf(getConfig(), Unavailable);
  expect(error).toMatchObject({ call: "getConfig", traceId: "trace-1" });
  expect(error.message).not.toContain("boom");
});

test("500 with an HTML page is unavailable too", async () => {
  upstream().behave((_, response) =>
    response.writeHead(500, { "content-type": "text/html" }).end("<h1>Whitelabel Error Page</h1>"),
  );
  await errorOf(getConfig(), Unavailable);
});

test.each([404, 409, 418, 422])("%i rejects with the body and the string errorCode", async (status) => {
  const body = { errorCode: "TOPIC_NOT_FOUND", message: "帖子不存在或已被删除" };
  upstream().answer(status, body);
  await expect(lowLevel()).rejects.toMatchObject({ status, body, errorCode: "TOPIC_NOT_FOUND" });
  expect(await errorOf(getConfig(), Refused)).toMatchObject({
    code: "TOPIC_NOT_FOUND",
    status,
    message: body.message,
  });
});

test("a status without an errorCode rejects with the body", async () => {
  upstream().answer(409, ["taken"]);
  await expect(lowLevel()).rejects.toMatchObject({ status: 409, body: ["taken"], errorCode: undefined });
  await errorOf(getConfig(), Unavailable);
});

test("403 means that nobody is signed in, and tells whether workspace-current said so", async () => {
  upstream().answer(403, { errorCode: "NOT_SIGNED_IN", message: "请先登录" });
  expect((await errorOf(getConfig(), NotSignedIn)).fromWorkspaceCurrent).toBe(false);
  expect(
    (await errorOf(clientOf(upstream()).call("workspaceCurrent", {}), NotSignedIn)).fromWorkspaceCurrent,
  ).toBe(true);
});

test("401 is a session conflict on current-user, and an ordinary refusal elsewhere", async () => {
  upstream().answer(401, { errorCode: "SESSION_CONFLICT", message: "该账号已经在其他网站登录了" });
  expect((await errorOf(clientOf(upstream()).call("currentUser", {}), SessionConflict)).message).toBe(
    "该账号已经在其他网站登录了",
  );
  expect(await errorOf(getConfig(), Refused)).toMatchObject({ code: "SESSION_CONFLICT", status: 401 });
});

test("NOT_PERMITTED is Forbidden whatever its status", async () => {
  for (const status of [403, 422]) {
    upstream().answer(status, { errorCode: "NOT_PERMITTED", message: "你没有权限进行此操作" });
    await errorOf(getConfig(), Forbidden);
  }
});

test.each([
  [413, "BODY_TOO_LARGE", "提交的内容过大，请精简后再试"],
  [429, "TOO_FREQUENT", "操作太频繁，请稍后再试"],
  [400, "INVALID_REQUEST", "提交的内容有误，请检查后再试"],
])("a proxy's bare %i still says what it means", async (status, code, message) => {
  upstream().behave((_, response) =>
    response.writeHead(status, { "content-type": "text/html" }).end(`<html><h1>${status}</h1></html>`),
  );
  expect(await errorOf(getConfig(), Refused)).toMatchObject({ code, status, message });
});

test.each([
  ["an English message", "NullPointerException at com.example.Foo"],
  ["a page", "<html>出错了</html>"],
  ["a screenful", "错".repeat(301)],
  ["an object", { text: "错" }],
])("%s of an upstream is not shown to people", async (_, message) => {
  upstream().answer(422, { errorCode: "SOMETHING_ELSE", message });
  expect(await errorOf(getConfig(), Refused)).toMatchObject({
    code: "SOMETHING_ELSE",
    message: "操作未成功，请稍后再试",
  });
});

test("fields that are not lists of texts are left out", async () => {
  upstream().answer(400, {
    errorCode: "INVALID_REQUEST",
    message: "提交的内容有误，请检查后再试",
    fields: { title: 3 },
  });
  expect((await errorOf(getConfig(), Refused)).fields).toBeUndefined();
});

test.each([502, 503, 504])("%i is unavailable", async (status) => {
  upstream().behave((_, response) =>
    response.writeHead(status, { "content-type": "text/html" }).end("<html>Bad Gateway</html>"),
  );
  expect((await errorOf(getConfig(), Unavailable)).detail).toBe(`answered ${status}`);
});

test("an answer that does not come in time is a timeout", async () => {
  upstream().behave(() => undefined);
  expect(await errorOf(getConfig({ timeout: 100 }), Timeout)).toMatchObject({
    call: "getConfig",
    traceId: "trace-1",
  });
});

test("headers at once and a body that never ends are a timeout, and the connection is closed", async () => {
  const closed = new Promise<void>((resolve) => {
    upstream().behave((_, response) => {
      response.writeHead(200, { "content-type": "application/json" });
      response.write('{"accessConfig":');
      response.on("close", resolve);
    });
  });
  await errorOf(getConfig({ timeout: 100 }), Timeout);
  await closed;
});

test("an embedded gateway that hangs is a timeout too, with headers and without", async () => {
  const options = { origin: "http://gateway.internal", timeout: 100 };
  await errorOf(getConfig({ ...options, fetch: () => new Promise<Response>(() => undefined) }), Timeout);
  let cancelled = false;
  const body = () =>
    new ReadableStream<Uint8Array>({
      cancel() {
        cancelled = true;
      },
    });
  await errorOf(getConfig({ ...options, fetch: async () => new Response(body()) }), Timeout);
  expect(cancelled).toBe(true);
});

test("a connection that breaks before the headers, or in the middle of the body, is unavailable", async () => {
  upstream().behave((_, response) => response.socket?.destroy());
  await errorOf(getConfig(), Unavailable);
  upstream().behave((_, response) => {
    response.writeHead(200, { "content-type": "application/json", "content-length": "1000" });
    response.write('{"accessConfig":1,', () => response.socket?.destroy());
  });
  await errorOf(getConfig(), Unavailable);
});

test("a refused connection is unavailable", async () => {
  await errorOf(getConfig({ origin: "http://127.0.0.1:1" }), Unavailable);
});

test.each([
  ["an HTML page", "text/html", "<!doctype html><title>维护中</title>"],
  ["half of a JSON text", "application/json", '{"accessConfig":1,'],
  [
    "bytes that are not UTF-8",
    "application/json",
    Buffer.from(`{"accessConfig":1,"registerConfig":2,"name":"\xff"}`, "latin1"),
  ],
])("garbage in a 200 (%s): unavailable", async (_, type, body) => {
  upstream().behave((__, response) => response.writeHead(200, { "content-type": type }).end(body));
  await errorOf(getConfig(), Unavailable);
});

test("JSON with a wrong content-type is read all the same", async () => {
  upstream().behave((_, response) =>
    response.writeHead(200, { "content-type": "text/plain" }).end(JSON.stringify(config)),
  );
  await expect(getConfig()).resolves.toEqual(config);
});

test("an empty 200 is a mismatch", async () => {
  upstream().behave((_, response) => response.writeHead(200).end());
  expect((await errorOf(getConfig(), ResponseMismatch)).paths).toEqual(["(whole response)"]);
});

test("an endless answer is cut off, not kept in memory", async () => {
  upstream().behave((_, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    const chunk = Buffer.alloc(1024 * 1024, 0x20);
    const pour = () => {
      while (!response.destroyed && response.write(chunk)) {}
    };
    response.on("drain", pour);
    pour();
  });
  expect((await errorOf(getConfig(), Unavailable)).detail).toContain(String(responseMaximum));
});

test("a redirect is not followed, on this host or another", async () => {
  for (const location of [
    "http://127.0.0.1:1/gateway/rest/home/config",
    `${upstream().origin}/elsewhere`,
    "/elsewhere",
  ]) {
    upstream().behave((_, response) => response.writeHead(302, { location }).end());
    const before = upstream().received.length;
    expect((await errorOf(getConfig(), Unavailable)).detail).toBe("answered 302");
    expect(upstream().received.length).toBe(before + 1);
  }
});

test("a response that does not fit the schema names the call and the paths, never the values", async () => {
  upstream().answer(200, { topics: [{ tid: "私密" }], page: 1, pages: 1, total: "很多" });
  const error = await errorOf(clientOf(upstream()).call("homeTopicList", {}), ResponseMismatch);
  expect(error.call).toBe("homeTopicList");
  expect(error.paths).toContain("topics.0.tid");
  expect(error.paths.length).toBeLessThanOrEqual(10);
  expect(`${error.message} ${error.detail}`).toContain("homeTopicList");
  expect(`${error.message} ${error.detail}`).not.toMatch(/私密|很多/);
});

const topic = {
  tid: 1,
  title: "串口乱码",
  section: { fid: 3, name: "开发板" },
  author: { uid: 7, nickName: "阿岚" },
};

test("optional parts of an answer may be absent, each with its default meaning", async () => {
  upstream().answer(200, { topics: [topic] });
  const { topics, ...place } = await clientOf(upstream()).call("homeTopicList", {});
  expect(place).toEqual({ page: 1, pages: 1, total: 0 });
  expect(topics[0]).toMatchObject({
    ...topic,
    tags: [],
    views: 0,
    pinned: false,
    state: "listed",
    lastReplier: null,
  });
  upstream().answer(200, { uid: 7, fids: [], icon: null, nickName: "阿岚" });
  await expect(clientOf(upstream()).call("getMyPersonalDetail", {})).resolves.toEqual({
    uid: 7,
    fids: [],
    icon: null,
    nickName: "阿岚",
  });
  upstream().answer(200, {
    success: true,
    code: "1000000000",
    data: [{ pk_defdoc: "e1", name: "本科" }],
  });
  const { data } = await clientOf(upstream()).call("definitionByType", { type: "HS0011" });
  expect(data).toEqual([{ pkdefdoc: "e1", name: "本科", code: "" }]);
});

test("an optional part of another shape counts as absent, an unreadable entry is left out, and the log names the place", async () => {
  const told: string[][] = [];
  const client = clientOf(upstream(), { onLeftOut: ({ paths }) => told.push(paths) });
  upstream().answer(200, {
    topics: [
      { ...topic, views: "很多", author: { ...topic.author, icon: 5 } },
      { tid: "私密" },
      { ...topic, tid: 2 },
    ],
    total: null,
  });
  const { topics, total } = await client.call("homeTopicList", {});
  expect(topics.map(({ tid, views, author }) => [tid, views, author.icon])).toEqual([
    [1, 0, null],
    [2, 0, null],
  ]);
  expect(total).toBe(0);
  expect(told).toHaveLength(1);
  expect(told[0]).toEqual(expect.arrayContaining(["topics.0.views", "topics.0.author.icon", "total"]));
});

test("a list without any readable entry is empty, and a write succeeds only when its answer is valid", async () => {
  upstream().answer(200, { topics: [{ tid: "1" }, { tid: "2" }], total: 2 });
  await errorOf(clientOf(upstream()).call("homeTopicList", {}), ResponseMismatch);
  upstream().answer(200, { success: false });
  await errorOf(clientOf(upstream()).call("updateReadMessage", {}), ResponseMismatch);
});

test("fields that the contract does not know are dropped", async () => {
  upstream().answer(200, { ...config, internalHost: "10.0.0.3" });
  await expect(getConfig()).resolves.toEqual(config);
});

test("workspace-current supplies the security token from the CSRF response header", async () => {
  upstream().answer(200, session, { "x-csrf-token": "token-9" });
  await expect(clientOf(upstream()).call("workspaceCurrent", {})).resolves.toEqual({
    ...session,
    jalorSecurityToken: "token-9",
  });
  upstream().answer(200, session);
  await expect(clientOf(upstream()).call("workspaceCurrent", {})).resolves.toEqual(session);
});

test("image hosts are trimmed to root-relative paths, in values and inside HTML", async () => {
  const html =
    '<p><img src="https://store.example.com:8443/gateway/files/a.png"> <a href="http://store.example.com/page">页</a> http://s/gateway/files/b.png</p>';
  upstream().answer(200, {
    result: html,
  });
  const { result } = await clientOf(upstream()).call("getDeclarationContent", {
    privacyId: "Disclaimer",
    type: "Windows",
    language: "zh_CN",
  });
  expect(result).toBe(
    '<p><img src="/gateway/files/a.png"> <a href="http://store.example.com/page">页</a> /gateway/files/b.png</p>',
  );
  upstream().answer(200, {
    user: { uid: 1, nickName: "甲", icon: "http://10.0.0.3:9000/gateway/files/i.png?Expires=9" },
  });
  await expect(clientOf(upstream()).call("currentUser", {})).resolves.toMatchObject({
    user: { icon: "/gateway/files/i.png?Expires=9" },
  });
});

test("invisible characters are removed from every text, and shown as marks in code", async () => {
  upstream().answer(200, { result: "<p>甲\u202e</p><code>b\u202e</code>" });
  const { result } = await clientOf(upstream()).call("getDeclarationContent", {
    privacyId: "Disclaimer",
    type: "Windows",
    language: "zh_CN",
  });
  expect(result).toBe('<p>甲</p><code>b<span class="unseen" title="看不见的字符">U+202E</span></code>');
  upstream().answer(200, { user: { uid: 1, nickName: "甲\u2067乙", icon: "" } });
  await expect(clientOf(upstream()).call("currentUser", {})).resolves.toMatchObject({
    user: { nickName: "甲乙" },
  });
});

test("image hosts are trimmed inside lists too", async () => {
  const banner = {
    id: "1",
    title: "横幅",
    image: "https://store.example.com/gateway/files/b.svg",
    linkurl: "/forum/all",
  };
  upstream().answer(200, { banners: [banner] });
  const { banners } = await clientOf(upstream()).call("forumBanners", {});
  expect(banners[0]?.image).toBe("/gateway/files/b.svg");
});

test("the upstream's cookies are collected for the browser, also from refusals", async () => {
  const client = clientOf(upstream());
  upstream().answer(200, config, {
    "set-cookie": ["a=1; Path=/; HttpOnly", "b=2; Expires=Wed, 21 Oct 2026 07:28:00 GMT"],
  });
  await client.call("getConfig", {});
  upstream().answer(403, { errorCode: "NOT_SIGNED_IN" }, { "set-cookie": "gateway_session=; Max-Age=0" });
  await errorOf(client.call("checkPhone", {}), NotSignedIn);
  expect(client.setCookies).toEqual([
    "a=1; Path=/; HttpOnly",
    "b=2; Expires=Wed, 21 Oct 2026 07:28:00 GMT",
    "gateway_session=; Max-Age=0",
  ]);
});

test("a failing token lookup fails a call that acts for the account with its own error", async () => {
  upstream().answer(403, { errorCode: "NOT_SIGNED_IN" });
  const client = clientOf(upstream(), {
    csrfToken: async () => (await client.call("workspaceCurrent", {})).jalorSecurityToken,
  });
  expect((await errorOf(client.call("checkPhone", {}), NotSignedIn)).fromWorkspaceCurrent).toBe(true);
  expect(upstream().received).toHaveLength(1);
});

test("a call that anybody may make goes without a token when the lookup fails", async () => {
  upstream().answer(200, config);
  const client = clientOf(upstream(), { csrfToken: () => Promise.reject(new Error("away")) });
  expect(await client.call("getConfig", {})).toEqual(config);
  expect(upstream().received).toHaveLength(1);
});

test("a call that the upstream does not have is refused each time and said in the log once", async () => {
  const said = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  upstream().answer(404, { errorCode: "CALL_NOT_FOUND", message: "没有这个接口" });
  for (let time = 0; time < 2; time += 1)
    expect(await errorOf(getConfig(), Refused)).toMatchObject({ code: "CALL_NOT_FOUND", status: 404 });
  const lines = said.mock.calls.flat().map(String);
  said.mockRestore();
  expect(lines).toEqual([expect.stringContaining("上游网关没有接口 getConfig")]);
});
