import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { demoAccounts } from "../support/accounts";
import { PlainBrowser } from "../support/plain-browser";
import { type RunningPortal, startPortal } from "../support/running-portal";
import { signInWithPassword } from "../support/sign-in";

interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
}

/** The spans that a portal sends to a collector, from the request to its SQL statements. */
describe("traces", { timeout: 240_000 }, () => {
  const spans: Span[] = [];
  const names = new Set<string | undefined>();
  const collector = createServer(async (request, response) => {
    let text = "";
    for await (const chunk of request) text += chunk;
    expect(request.url).toBe("/v1/traces");
    for (const { resource, scopeSpans } of JSON.parse(text).resourceSpans) {
      const ofResource = resource.attributes as Span["attributes"];
      names.add(ofResource.find(({ key }) => key === "service.name")?.value.stringValue);
      for (const scope of scopeSpans) spans.push(...scope.spans);
    }
    response.writeHead(200, { "content-type": "application/json" }).end("{}");
  });
  let portal: RunningPortal;
  beforeAll(async () => {
    await new Promise<void>((resolve) => collector.listen(0, "127.0.0.1", resolve));
    const { port } = collector.address() as AddressInfo;
    portal = await startPortal({
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
      OTEL_BSP_SCHEDULE_DELAY: "50",
      TRUST_PROXY: "1",
    });
  });
  afterAll(async () => {
    await portal?.stop();
    collector.close();
  });

  const of = (traceId: string) => spans.filter((span) => span.traceId === traceId);
  const attribute = ({ attributes }: Span, name: string) => {
    const value = attributes.find(({ key }) => key === name)?.value;
    return value?.stringValue ?? value?.intValue;
  };
  /** The spans of a trace, as soon as it has its request, a call and a statement. */
  async function wholeTrace(traceId: string) {
    const find = () => {
      const all = of(traceId);
      const request = all.find(({ name }) => /^(GET|POST) \//.test(name));
      const call = all.find(
        (span) => attribute(span, "portal.call") && span.parentSpanId === request?.spanId,
      );
      const statement = all.find((span) => attribute(span, "db.query.text"));
      return { all, request, call, statement };
    };
    await expect.poll(() => Object.values(find()).every(Boolean), { timeout: 120_000 }).toBe(true);
    return find() as { all: Span[]; request: Span; call: Span; statement: Span };
  }

  test("connect request, call and statement, in the proxy's trace", async () => {
    const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
    const headers = { traceparent: `00-${traceId}-00f067aa0ba902b7-01` };
    const page = await fetch(`${portal.origin}/search?q=untold-word`, { headers });
    expect(page.status).toBe(200);
    const { all, request, statement } = await wholeTrace(traceId);
    expect(request.parentSpanId).toBe("00f067aa0ba902b7");
    expect([request.name, attribute(request, "http.route")]).toEqual(["GET /search", "/search"]);
    const ids = new Set(all.map(({ spanId }) => spanId));
    // Each span except the first has a parent in the same trace.
    for (const span of all) if (span !== request) expect(ids).toContain(span.parentSpanId);
    const calls = new Set(all.filter((span) => attribute(span, "portal.call")).map(({ spanId }) => spanId));
    expect(calls).toContain(statement.parentSpanId);
    expect(names).toEqual(new Set(["portal"]));
  });

  test("have the id of the request, and no typed text", async () => {
    const requestId = "0b6c6c3e-5d6f-4b8a-9f5e-2f6d3c1b7a90";
    const page = await fetch(`${portal.origin}/search?q=untold-word&page=2`, {
      headers: { "x-request-id": requestId },
    });
    expect(page.headers.get("x-request-id")).toBe(requestId);
    const browser = new PlainBrowser(portal.origin);
    await signInWithPassword(browser, demoAccounts.member);
    await browser.get("/forum/all");
    const { request } = await wholeTrace(requestId.replaceAll("-", ""));
    expect(request.parentSpanId ?? "").toBe("");
    const text = JSON.stringify(spans);
    for (const told of ["untold-word", demoAccounts.member.password, demoAccounts.member.account])
      expect(text).not.toContain(told);
  });
});
