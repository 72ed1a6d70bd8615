import { defineCall } from "contract/base/call";
import { callTimeout } from "contract/base/wire";
import { expect, test } from "vitest";
import { z } from "zod";
import { exchange } from "../../../app/gateway-client/exchange.server";
import { fileParts } from "../../../app/gateway-client/file-parts.server";
import { clientOf, clientOptions, upstreamForFile } from "./support";

const upstream = upstreamForFile();
const session = { leftMenuNode: [], user: null };
const topics = { topics: [], page: 1, pages: 1, total: 0 };
const last = () => {
  const received = upstream().received.at(-1);
  if (!received) throw new Error("the upstream received nothing");
  return received;
};

test("every call carries the fixed client identifier, ucg_flag=y and the trace id", async () => {
  upstream().answer(200, { accessConfig: 1, registerConfig: 2 });
  await clientOf(upstream()).call("getConfig", {});
  expect(last().headers).toMatchObject({
    "x-client-id": "developer-portal",
    ucg_flag: "y",
    "x-trace-id": "trace-1",
  });
});

test("the trace id is left out if the host makes its own", async () => {
  upstream().answer(200, { accessConfig: 1, registerConfig: 2 });
  await clientOf(upstream(), { sendTraceId: false }).call("getConfig", {});
  expect(last().headers).not.toHaveProperty("x-trace-id");
});

test("calls carry the browser's credentials, but not the portal's own cookies", async () => {
  upstream().answer(200, { accessConfig: 1, registerConfig: 2 });
  const cookie =
    "portal_session=aaa; gateway_session=s3cret; csrf=bbb;  JSESSIONID=x=y ; shell_choice=h5; color_scheme=dark; cookie_policy=V1";
  await clientOf(upstream(), { cookie }).call("getConfig", {});
  expect(last().headers.cookie).toBe("gateway_session=s3cret; JSESSIONID=x=y");
});

test("with no cookie left, no cookie header is sent", async () => {
  upstream().answer(200, { accessConfig: 1, registerConfig: 2 });
  await clientOf(upstream(), { cookie: "portal_session=aaa" }).call("getConfig", {});
  expect(last().headers).not.toHaveProperty("cookie");
});

test("the CSRF token goes in its header when signed in, on every call but workspace-current", async () => {
  const client = clientOf(upstream(), { csrfToken: async () => "token-1" });
  upstream().answer(200, { data: "checked" });
  await client.call("checkPhone", {});
  expect(last().headers["x-csrf-token"]).toBe("token-1");
  upstream().answer(200, session);
  await client.call("workspaceCurrent", {});
  expect(last().headers).not.toHaveProperty("x-csrf-token");
});

test("signed out, no CSRF header is sent", async () => {
  upstream().answer(200, topics);
  await clientOf(upstream()).call("homeTopicList", {});
  expect(last().headers).not.toHaveProperty("x-csrf-token");
});

test("the visitor's address is sent to the upstream", async () => {
  upstream().answer(200, topics);
  await clientOf(upstream(), { visitorAddress: "203.0.113.9" }).call("homeTopicList", {});
  expect(last().headers["x-visitor-address"]).toBe("203.0.113.9");
});

test("a forum call is wrapped: POST to the gateway's path, with developerId, header names and requestBody", async () => {
  upstream().answer(200, topics);
  await clientOf(upstream(), { developerId: async () => 7 }).call("sectionTopicList", { fid: "3" });
  expect(last()).toMatchObject({ method: "POST", path: "/gateway/forward/api/v1/topic/section-list" });
  expect(last().headers["content-type"]).toBe("application/json");
  expect(JSON.parse(last().body)).toEqual({
    developerId: "N",
    headers: [],
    requestBody: { fid: 3, page: 1, order: "reply" },
  });
  expect(last().headers, "an anonymous-capable call does not carry the developer's id").not.toHaveProperty(
    "developerid",
  );
});

test("a call under the user prefix is marked Y and forwards the developer's id as a header", async () => {
  upstream().answer(200, topics);
  await clientOf(upstream(), { developerId: async () => 7 }).call("myTopics", {});
  expect(JSON.parse(last().body)).toEqual({
    developerId: "Y",
    headers: ["developerId"],
    requestBody: { page: 1 },
  });
  expect(last().headers.developerid).toBe("7");
});

test("without a developer's id the header is left out and still listed", async () => {
  upstream().answer(200, topics);
  await clientOf(upstream()).call("myTopics", {});
  expect(JSON.parse(last().body).headers).toEqual(["developerId"]);
  expect(last().headers).not.toHaveProperty("developerid");
});

test("other paths are sent unchanged with the given method: a GET with a query, a POST with plain JSON", async () => {
  upstream().answer(200, session);
  await clientOf(upstream()).call("workspaceCurrent", {});
  expect(last()).toMatchObject({ method: "GET", path: "/gateway/rest/workspace/current", body: "" });
  upstream().answer(200, { data: [] });
  await clientOf(upstream()).call("getClause", { prottype: [1, 2] });
  expect(last()).toMatchObject({
    method: "POST",
    path: "/gateway/rest/terms/clause",
    body: '{"prottype":[1,2]}',
  });
});

test("a path in the upstream's address is kept", async () => {
  upstream().answer(200, { accessConfig: 1, registerConfig: 2 });
  await clientOf(upstream(), { origin: `${upstream().origin}/base/` }).call("getConfig", {});
  expect(last().path).toBe("/base/gateway/rest/home/config");
});

test("getDeclarationContent: privacyId in the query, type and language in a form body, the text as result", async () => {
  upstream().answer(200, { result: "<p>文</p>" });
  const request = { privacyId: "Disclaimer", type: "Windows", language: "zh_CN" } as const;
  expect((await clientOf(upstream()).call("getDeclarationContent", request)).result).toBe("<p>文</p>");
  expect(last()).toMatchObject({
    method: "POST",
    path: "/gateway/rest/terms/declaration-content?privacyId=Disclaimer",
    body: "type=Windows&language=zh_CN",
  });
  expect(last().headers["content-type"]).toMatch(/^application\/x-www-form-urlencoded/);
});

test("the file-upload variant sends the base64 text in four parts with the filename", async () => {
  const upload = defineCall({
    group: "forum",
    summary: "An upload.",
    method: "POST",
    path: "/gateway/rest/person/upload",
    body: "file",
    access: "user",
    effect: "private",
    request: z.object({ file: z.instanceof(Uint8Array), filename: z.string(), uploadtype: z.string() }),
    response: z.object({ success: z.literal(true) }),
  });
  upstream().answer(200, { success: true });
  const file = new TextEncoder().encode("头像的字节".repeat(50));
  await exchange(
    "uploadInfo",
    upload,
    { file, filename: "头像.png", uploadtype: "1" },
    clientOptions(upstream()),
    [],
  );
  const sent = JSON.parse(last().body);
  expect(Object.keys(sent).sort()).toEqual(["file1", "file2", "file3", "file4", "filename", "uploadtype"]);
  expect(
    Buffer.from(sent.file1 + sent.file2 + sent.file3 + sent.file4, "base64").equals(Buffer.from(file)),
  ).toBe(true);
  expect(sent).toMatchObject({ filename: "头像.png", uploadtype: "1" });
});

test.each([0, 1, 2, 3, 4, 1000])("the four parts of a file of %i bytes join to its base64 text", (size) => {
  // A view into a larger buffer: only the view's bytes may be sent.
  const file = new Uint8Array(size + 8)
    .fill(255)
    .subarray(4, 4 + size)
    .fill(7);
  const { file1, file2, file3, file4 } = fileParts(file, "a.bin");
  expect(file1 + file2 + file3 + file4).toBe(Buffer.from(file).toString("base64"));
});

test("the time limit is 60 seconds", () => {
  expect(callTimeout).toBe(60_000);
});

test("a request that does not match its schema is sent, and the gateway refuses it", async () => {
  upstream().answer(400, {
    errorCode: "INVALID_REQUEST",
    message: "提交的内容有误，请检查后再试",
    fields: { fid: ["编号有误"] },
  });
  await clientOf(upstream())
    .call("sectionTopicList", { fid: "abc" })
    .catch(() => undefined);
  expect(JSON.parse(last().body).requestBody).toEqual({ fid: "abc" });
});

test("an embedded gateway's fetch gets the same request without a port", async () => {
  let seen: Request | undefined;
  const client = clientOf(upstream(), {
    origin: "http://gateway.internal",
    fetch: async (request) => {
      seen = request;
      return Response.json({ accessConfig: 1, registerConfig: 2 });
    },
  });
  await expect(client.call("getConfig", {})).resolves.toEqual({ accessConfig: 1, registerConfig: 2 });
  expect(seen?.url).toBe("http://gateway.internal/gateway/rest/home/config");
  expect(seen?.headers.get("cookie")).toBe("gateway_session=s3cret");
});
