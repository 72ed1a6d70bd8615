import { contract } from "contract";
import { gatewayAddresses } from "contract/addresses/all";
import { type Call, isWrapped, wirePaths } from "contract/base/call";
import { createGateway } from "gateway/app";
import { expect, it } from "vitest";
import { startGateway } from "../support/gateway";

const gateway = startGateway();

/** A route of ours or a path of the table, in one spelling: parameters by their place, and everything after a star. */
const spelling = (path: string) => path.replace(/\{\w+\}|:\w+|\*/g, "•").replace(/•(?:\/•)*$/, "•");

it("serves what the contract says, calls and addresses, and nothing else", () => {
  const calls = new Set(
    Object.values(contract as Record<string, Call>).flatMap((call) =>
      wirePaths(call).map((path) => `${isWrapped(call) ? "POST" : call.method} ${path}`),
    ),
  );
  // Hono names an optional parameter's path twice, and everything that a middleware serves ALL.
  const served = createGateway(gateway().services)
    .routes.filter(({ method }) => method !== "ALL")
    .map(({ method, path }) => ({ method, path }))
    .filter(({ method, path }) => !calls.has(`${method} ${path}`));
  const ours = new Set(
    served.map(({ method, path }) => `${method} ${spelling(path.replace("/:saveAs?", ""))}`),
  );
  // The company's sign-in is served where a provider is configured (company-sign-in.test.ts).
  const told = gatewayAddresses.filter(({ path }) => !path.includes("/oidc/"));
  const theirs = new Set(told.map(({ method, path }) => `${method.toUpperCase()} ${spelling(path)}`));
  expect([...ours].sort()).toEqual([...theirs].sort());
  expect(new Set(gatewayAddresses.map(({ id }) => id)).size).toBe(gatewayAddresses.length);
});
