import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { amongGateways } from "~/gateway-client/gateways";

/** The requests that each gateway got, by its name. */
const requests: Record<string, string[]> = { a: [], b: [] };
/** How a gateway reacts to a request. */
const does: Record<string, "answer" | "cut" | "leave"> = { a: "answer", b: "answer" };
const servers = ["a", "b"].map((name) =>
  createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      requests[name]?.push(`${request.method} ${request.url} ${Buffer.concat(chunks)}`.trim());
      if (does[name] === "cut") request.socket.destroy();
      else response.writeHead(200, does[name] === "leave" ? { connection: "close" } : {}).end(name);
    });
  }),
);
let urls: string[] = [];
/** An address at which nothing listens. */
let nobody = "";

const listen = (server: (typeof servers)[number]) =>
  new Promise<string>((resolve) =>
    server.listen(0, "127.0.0.1", () =>
      resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}/base`),
    ),
  );
const end = (server: (typeof servers)[number]) => {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(resolve));
};

beforeAll(async () => {
  urls = await Promise.all(servers.map(listen));
  const gone = createServer();
  nobody = await listen(gone);
  await end(gone);
});
afterAll(() => Promise.all(servers.map(end)));

const post = (first: string) => new Request(`${first}/call`, { method: "POST", body: "text" });
const texts = async (answers: Promise<Response>[]) =>
  Promise.all((await Promise.all(answers)).map((answer) => answer.text()));

describe("several gateways", () => {
  it("are used in turn, each under its own address", async () => {
    const [first = ""] = urls;
    const send = amongGateways(urls);
    const answers = await texts([1, 2, 3, 4].map(() => send(post(first))));
    expect(answers.sort()).toEqual(["a", "a", "b", "b"]);
    expect(requests.a).toContain("POST /base/call text");
  });

  it("one that cannot be reached is skipped, for a write too, and then not used for a while", async () => {
    const tried: string[] = [];
    const send = amongGateways([nobody, ...urls], (request) => {
      tried.push(new URL(request.url).port);
      return fetch(request);
    });
    for (let number = 0; number < 9; number += 1) expect((await send(post(nobody))).status).toBe(200);
    expect(tried.filter((port) => port === new URL(nobody).port)).toHaveLength(1);
  });

  it("a write that may have arrived is sent once, a GET or a call that only reads is sent to another", async () => {
    const [first = ""] = urls;
    does.a = "cut";
    try {
      requests.a = [];
      requests.b = [];
      const outcomes = await Promise.allSettled(
        [1, 2].map(() => amongGateways([...urls].reverse())(post([...urls].reverse()[0] ?? ""))),
      );
      // Each of these first tries the second of its list.
      expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
      expect([requests.a?.length, requests.b?.length]).toEqual([2, 0]);
      const send = amongGateways(urls);
      const read = () => send(new Request(`${first}/page`));
      expect(await texts([read(), read()])).toEqual(["b", "b"]);
      const reading = amongGateways([...urls].reverse());
      expect(await texts([reading(post(urls[1] ?? ""), true)])).toEqual(["b"]);
    } finally {
      does.a = "answer";
    }
  });

  it("one that closes its connections, as one that stops does, is asked last for a while", async () => {
    does.a = "leave";
    try {
      const send = amongGateways([...urls].reverse());
      const answers: string[] = [];
      for (let number = 0; number < 6; number += 1)
        answers.push(await (await send(post(urls[1] ?? ""))).text());
      expect(answers.filter((name) => name === "a")).toHaveLength(1);
    } finally {
      does.a = "answer";
    }
  });

  it("give the last one's failure when none can be reached", async () => {
    await expect(amongGateways([nobody, nobody])(post(nobody))).rejects.toThrow("fetch failed");
  });
});
