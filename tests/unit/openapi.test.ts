import { contract } from "contract";
import { gatewayAddresses } from "contract/addresses/all";
import { type Call, isWrapped, wirePath, wirePaths } from "contract/base/call";
import { createOpenApi } from "contract/openapi";
import { describe, expect, it } from "vitest";

const document = createOpenApi("1.0.0");
const calls: [string, Call][] = Object.entries(contract);

interface Operation {
  operationId: string;
  "x-access": string;
  "x-path"?: string;
  parameters: { name?: string; in?: string; $ref?: string }[];
  requestBody?: {
    content: Record<string, { schema: { properties: Record<string, unknown>; required?: string[] } }>;
  };
  responses: Record<string, unknown>;
}
const ofAddresses = new Set(gatewayAddresses.map(({ id }) => id));
const all = Object.values(document.paths).flatMap(
  (methods) => Object.values(methods) as unknown as Operation[],
);
const operations = all.filter(({ operationId }) => !ofAddresses.has(operationId));
const operation = (name: string) => {
  const found = operations.find((one) => one.operationId === name);
  if (!found) throw new Error(`no operation ${name}`);
  return found;
};

/** Every `$ref` anywhere in the document. */
function references(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(references);
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === "$ref" && typeof inner === "string" ? [inner] : references(inner),
  );
}

function resolve(reference: string): unknown {
  return reference
    .replace(/^#\//, "")
    .split("/")
    .reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], document);
}

describe("the contract as OpenAPI 3.1", () => {
  it("has each call once under its real path, and once at each other path", () => {
    expect(document.openapi).toBe("3.1.0");
    const ids = operations.map((one) => one.operationId);
    expect(ids.filter((id) => !id.includes("_")).sort()).toEqual(calls.map(([name]) => name).sort());
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBe(calls.flatMap(([, call]) => wirePaths(call)).length);
    for (const [name, call] of calls) {
      const methods = document.paths[wirePath(call)] ?? {};
      const method = isWrapped(call) ? "post" : call.method.toLowerCase();
      expect(methods[method]?.operationId, name).toBe(name);
    }
  });

  it("has the moderators' calls under each of their prefixes (spec 6)", () => {
    const paths = calls.flatMap(([, call]) => wirePaths(call));
    for (const prefix of "review forbid stamp icon close hide move recycle logs reports".split(" "))
      expect(
        paths.filter((path) => path.includes(`/api/v1/moderator/${prefix}/`)).length,
        prefix,
      ).toBeGreaterThan(0);
  });

  it("says who may call, what comes back, and what a refusal looks like", () => {
    for (const [name, call] of calls) {
      const one = operation(name);
      expect(one["x-access"], name).toBe(call.access);
      expect(Object.keys(one.responses), name).toEqual(["200", "default"]);
    }
  });

  it("shows the envelope of wrapped calls, and no envelope elsewhere", () => {
    for (const [name, call] of calls) {
      const body = operation(name).requestBody?.content["application/json"]?.schema;
      if (isWrapped(call)) {
        expect(Object.keys(body?.properties ?? {}), name).toEqual(["developerId", "headers", "requestBody"]);
        expect(operation(name)["x-path"], name).toBe(call.path);
      } else {
        expect(body?.properties ?? {}, name).not.toHaveProperty("requestBody");
      }
    }
  });

  it("sends a form-style body as a form", () => {
    const { requestBody, parameters } = operation("getDeclarationContent");
    expect(Object.keys(requestBody?.content ?? {})).toEqual(["application/x-www-form-urlencoded"]);
    expect(JSON.stringify(requestBody)).not.toContain("privacyId");
    expect(JSON.stringify(parameters)).toContain('"privacyId"');
  });

  it("has each address that is no call, with its parameters, answers and headers", () => {
    expect(all.length).toBe(operations.length + gatewayAddresses.length);
    for (const { id, path, method, answers } of gatewayAddresses) {
      const one = document.paths[path]?.[method] as unknown as Operation;
      expect(one?.operationId, path).toBe(id);
      const inPath = one.parameters.filter((parameter) => parameter.in === "path").map(({ name }) => name);
      expect(inPath, path).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
      expect(Object.keys(one.responses), path).toEqual(Object.keys(answers));
    }
    const media = JSON.stringify(document.paths["/gateway/media/{name}"]);
    for (const word of ["Expires", "Signature", "if-range", "206", "content-range", "410"])
      expect(media).toContain(word);
    expect(JSON.stringify(document.paths["/gateway/logout"])).toContain("clear-site-data");
  });

  it("has no broken reference", () => {
    const found = references(document);
    expect(found.length).toBeGreaterThan(calls.length);
    for (const reference of found) expect(resolve(reference), reference).toBeDefined();
  });

  it("is plain JSON", () => {
    expect(JSON.parse(JSON.stringify(document))).toEqual(document);
  });
});
