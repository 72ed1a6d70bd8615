import { beforeEach, describe, expect, test, vi } from "vitest";

type Module = typeof import("../../app/request/stored-images.server");
type Scope = Parameters<Module["withStoredImages"]>[0];

const now = new Date("2026-03-01T08:00:00Z");
const signed = (name: string, minutes: number) =>
  `/gateway/pictures/${name}?Expires=${now.getTime() / 1_000 + minutes * 60}&Signature=x`;

/** A gateway that knows these names. It records each requested list of names. */
function gatewayWith(addresses: Record<string, string>, names: string[] = []) {
  const requests: string[][] = [];
  const call = async (name: string, input: { s3names?: string[] }) => {
    if (name === "getAllS3Name") return { data: { result: names } };
    requests.push(input.s3names ?? []);
    return {
      result: (input.s3names ?? []).flatMap((one) => (addresses[one] ? [{ [one]: addresses[one] }] : [])),
    };
  };
  return { requests, scope: { publicGateway: { call } } as unknown as Scope };
}

let module: Module;
beforeEach(async () => {
  vi.resetModules();
  vi.useFakeTimers({ now, toFake: ["Date", "performance"] });
  module = await import("../../app/request/stored-images.server");
  return () => vi.useRealTimers();
});

describe("pictures that a text names by cid:", () => {
  test("get their addresses, each name requested once and cached", async () => {
    const { requests, scope } = gatewayWith({ "a.png": signed("a.png", 60), "b.png": "/files/b.png" });
    const html = '<p><img alt="甲" src="cid:a.png"><img src="cid:b.png"><img src="cid:a.png"></p>';
    const result = await module.withStoredImages(scope, html);
    expect(result).toBe(
      `<p><img alt="甲" src="${signed("a.png", 60).replace("&", "&amp;")}"><img src="/files/b.png"><img src="${signed("a.png", 60).replace("&", "&amp;")}"></p>`,
    );
    await module.withStoredImages(scope, html);
    expect(requests).toEqual([["a.png", "b.png"]]);
  });

  test("are preloaded with the document, the first three, each once", async () => {
    const { scope } = gatewayWith(
      Object.fromEntries(["a", "b", "c", "d"].map((name) => [`${name}.png`, `/files/${name}.png`])),
    );
    const pictures: string[] = [];
    const html = ["a", "a", "b", "c", "d"].map((name) => `<img src="cid:${name}.png">`).join("");
    await module.withStoredImages({ ...scope, page: { pictures } }, html);
    expect(module.preloadLinks(pictures)).toEqual(
      ["a", "b", "c"].map((name) => `</files/${name}.png>; rel=preload; as=image`),
    );
    expect(module.preloadLinks(['/a">; x', "https://x.example/a b"])).toEqual([]);
  });

  test("without an address, or with an invalid name, show their words alone; invalid names are not requested", async () => {
    const { requests, scope } = gatewayWith({});
    const long = "x".repeat(40);
    const html = `<img alt="乙" src="cid:"><img alt="丙" src="cid:${long}"><img alt="丁" src="cid:gone.png">`;
    expect(await module.withStoredImages(scope, html)).toBe('<img alt="乙"><img alt="丙"><img alt="丁">');
    expect(requests).toEqual([["gone.png"]]);
  });

  test("preload those that people see first, without videos", async () => {
    const { requests, scope } = gatewayWith({ "a.png": "/files/a.png" }, [
      "hot.png",
      "clip.mp4",
      "clip.webm",
      "",
    ]);
    await module.withStoredImages(scope, '<img src="cid:a.png">');
    expect(requests).toEqual([["a.png", "hot.png"]]);
  });

  test("are requested again before their address expires", async () => {
    const { requests, scope } = gatewayWith({ "a.png": signed("a.png", 60) });
    const html = '<img src="cid:a.png">';
    await module.withStoredImages(scope, html);
    vi.advanceTimersByTime(54 * 60_000);
    await module.withStoredImages(scope, html);
    expect(requests.length).toBe(1);
    vi.advanceTimersByTime(2 * 60_000);
    await module.withStoredImages(scope, html);
    expect(requests.length).toBe(2);
  });

  test("accept no address that runs code, and a failed lookup costs nothing but the picture", async () => {
    const { scope } = gatewayWith({ "a.png": "javascript:alert(1)", "b.png": "//evil.example/b.png" });
    expect(await module.withStoredImages(scope, '<img src="cid:a.png"><img src="cid:b.png">')).toBe(
      "<img><img>",
    );
    // The class that this copy of the module uses.
    const { Forbidden } = await import("../../app/gateway-client/errors");
    const refuse = () => Promise.reject(new Forbidden({ message: "", call: "getBatchUrl", traceId: "" }));
    const failing = { publicGateway: { call: refuse } } as unknown as Scope;
    expect(await module.withStoredImages(failing, '<img alt="甲" src="cid:c.png">')).toBe('<img alt="甲">');
  });
});
