import { Answers } from "contract/base/answers";
import { beforeEach, describe, expect, test } from "vitest";
import { NotSignedIn, type ResponseMismatch, Timeout } from "../../../app/gateway-client/errors";
import type { GatewayClientOptions } from "../../../app/gateway-client/request.server";
import { clientOf, errorOf, upstreamForFile } from "./support";

const upstream = upstreamForFile();
let answers: Answers;
beforeEach(() => {
  answers = new Answers();
});

const config = { accessConfig: 1, registerConfig: 2 };
/** A reader of this portal asks for an answer that is the same for everybody. */
const ask = (options: Partial<GatewayClientOptions> = {}) =>
  clientOf(upstream(), { answers, ...options }).call("getConfig", {});

/** Answers when the test says so; resolves once the client has asked. */
function answerLater() {
  let answer = () => {};
  const arrival = new Promise<void>((resolve) => {
    upstream().behave((_, response) => {
      answer = () =>
        response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(config));
      resolve();
    });
  });
  return { arrival, answer: () => answer() };
}

describe("an answer that all readers share", () => {
  test("is requested without a user, with a trace id of its own", async () => {
    upstream().answer(200, config, { "set-cookie": "route=3" });
    const reader = clientOf(upstream(), {
      answers,
      csrfToken: async () => "t0ken",
      developerId: async () => 7,
      visitorAddress: "192.0.2.1",
    });
    await reader.call("getConfig", {});
    const { headers } = upstream().received[0] ?? { headers: {} };
    expect(headers).not.toHaveProperty("cookie");
    expect(JSON.stringify(headers)).not.toMatch(/s3cret|t0ken|192\.0\.2\.1|trace-1/);
    expect(reader.setCookies).toEqual([]);
  });

  test("does not wait for anything of the reader who asks first", async () => {
    upstream().answer(200, config);
    const never = () => new Promise<undefined>(() => {});
    await expect(ask({ csrfToken: never, developerId: never as never })).resolves.toEqual(config);
  });

  test("reaches the waiting readers when the first reader leaves, who stops waiting", async () => {
    const { arrival, answer } = answerLater();
    const leaving = new AbortController();
    const staying = new AbortController();
    const first = ask({ signal: leaving.signal });
    const second = ask({ signal: staying.signal });
    await arrival;
    leaving.abort(new Error("left"));
    await expect(first).rejects.toThrow("left");
    answer();
    await expect(second).resolves.toEqual(config);
    await expect(ask()).resolves.toEqual(config);
    expect(upstream().received).toHaveLength(1);
  });

  test("reaches the first reader when another leaves, or has left before asking", async () => {
    const { arrival, answer } = answerLater();
    const first = ask();
    await arrival;
    const leaving = new AbortController();
    const second = ask({ signal: leaving.signal });
    leaving.abort(new Error("left"));
    await expect(second).rejects.toThrow("left");
    await expect(ask({ signal: leaving.signal })).rejects.toThrow("left");
    answer();
    await expect(first).resolves.toEqual(config);
    expect(upstream().received).toHaveLength(1);
  });

  test("that does not come in time fails for all waiting readers, and is requested again", async () => {
    upstream().behave(() => {});
    const both = [ask({ timeout: 50 }), ask({ timeout: 50 })];
    for (const each of both) await errorOf(each, Timeout);
    expect(upstream().received).toHaveLength(1);
    upstream().answer(200, config);
    await expect(ask()).resolves.toEqual(config);
  });

  test("tells each reader which part is missing, and that it is for members alone", async () => {
    const left: ResponseMismatch[] = [];
    const onLeftOut = (mismatch: ResponseMismatch) => left.push(mismatch);
    const entry = { id: "1", name: "芯片", linkurl: "/products/index", children: [] };
    upstream().answer(200, { data: { products: [entry, { name: 3 }], resources: [] } });
    const navbar = () => clientOf(upstream(), { answers, onLeftOut }).call("getNavbar", {});
    const [one, other] = await Promise.all([navbar(), navbar()]);
    expect([one, other].map(({ data }) => data.products)).toEqual([[entry], [entry]]);
    expect(left).toHaveLength(2);

    let refused = 0;
    const onNotSignedIn = () => {
      refused += 1;
    };
    upstream().answer(403, {});
    for (const each of [ask({ onNotSignedIn }), ask({ onNotSignedIn })]) await errorOf(each, NotSignedIn);
    expect(refused).toBe(2);
  });
});

test("for members alone is requested by each reader, with their own session", async () => {
  upstream().answer(200, { success: true, data: [] });
  for (const name of ["one", "other"])
    await clientOf(upstream(), { answers, cookie: `gateway_session=${name}` })
      .call("industry", {})
      .catch(() => null);
  expect(upstream().received.map(({ headers }) => headers.cookie)).toEqual([
    "gateway_session=one",
    "gateway_session=other",
  ]);
});
