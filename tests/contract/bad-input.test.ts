import { type CallName, contract } from "contract";
import { type Call, wirePath } from "contract/base/call";
import { csrfTokenHeader } from "contract/base/wire";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { requests } from "../support/call-rows";
import { type Member, startGateway } from "../support/gateway";
import { type Scene, setScene } from "../support/scene";
import { sampleOf, tries } from "../support/tier";

const gateway = startGateway();
const rows = Object.entries(contract) as [CallName, Call][];
const posted = rows.filter(([, row]) => row.method === "POST");

let scene: Scene;
let admin: Member;
beforeAll(async () => {
  scene = await setScene(gateway(), "admin");
  if (!scene.actor) throw new Error("an administrator is signed in");
  admin = scene.actor;
});

async function send(row: Call, body: string | Uint8Array<ArrayBuffer>) {
  const headers = {
    cookie: admin.cookie,
    [csrfTokenHeader]: admin.csrfToken,
    "content-type": "application/json",
  };
  const response = await gateway().fetch(wirePath(row), { method: "POST", headers, body });
  return { status: response.status, body: await response.json() };
}

const chinese = /[\u4e00-\u9fff]/;

/** Expects a refusal with a Chinese message, also by field; never a 500. */
function expectRefusal(answer: { status: number; body: unknown }, statuses: number[]): void {
  expect(answer).toMatchObject({
    body: { errorCode: expect.stringMatching(/^[A-Z_]+$/), message: expect.stringMatching(chinese) },
  });
  expect(statuses).toContain(answer.status);
  const { fields = {} } = answer.body as { fields?: Record<string, string[]> };
  for (const [field, messages] of Object.entries(fields))
    for (const message of messages) expect(`${field}: ${message}`).toMatch(chinese);
}

/**
 * Fields that may contain these characters: Markdown, whose code shows them as marks; names of files and people, which
 * the handler cleans or refuses; and values that nobody sees, such as numbers, codes, addresses and search words.
 */
const asTypedFields = new Set([
  ..."content filename nickname nickName uuid mobile email code number address type accessTime".split(" "),
  ..."policyVersion text password captchaToken captchaAnswer answer".split(" "),
]);

const garbage: Record<string, string | Uint8Array<ArrayBuffer>> = {
  nothing: "",
  "half a document": '{"requestBody":{',
  "a word": "null",
  "an array": "[]",
  "not wrapped": "{}",
  "a wrapped null": '{"requestBody":null}',
  "a wrapped array": '{"requestBody":[1]}',
  "a wrapped word": '{"requestBody":"x"}',
  "a prototype": '{"requestBody":{"__proto__":{"tid":1},"constructor":1}}',
  "bytes that are no text": new Uint8Array([0xff, 0xfe, 0x00, 0x7b]),
  "deep nesting": `{"requestBody":${"[".repeat(5_000)}${"]".repeat(5_000)}}`,
};

/** Rows without required fields: any object is a valid empty request. */
const asksNothing = ([, row]: [CallName, Call]) => row.request.safeParse({}).success;

/** A piece of content has several texts, and a table many cells: such a call takes four megabytes. */
const longBodies: ReadonlySet<string> = new Set([
  "saveContent",
  "compareContent",
  "checkContentTable",
  "changeContentTable",
]);

describe.each(posted)("%s", (name, row) => {
  // A valid empty request may still be refused because of the state.
  const refusedWith = asksNothing([name, row]) ? [400, 404, 409, 422] : [400, 404, 422];

  it.each(sampleOf(Object.entries(garbage), 2, ([kind]) => `${name} ${kind}`))(
    "refuses %s",
    async (_kind, body) => {
      const answer = await send(row, body);
      if (answer.status === 200) expect(asksNothing([name, row])).toBe(true);
      else expectRefusal(answer, refusedWith);
    },
  );

  const tooMany = row.body === "file" ? 33 : longBodies.has(name) ? 5 : 1.2;
  it(`refuses ${tooMany} megabytes before reading them`, async () => {
    const content = "长".repeat((tooMany * 1_000_000) / 3);
    const body = JSON.stringify({ developerId: "N", headers: [], requestBody: { content } });
    expect(await send(row, body)).toMatchObject({
      status: 413,
      body: { errorCode: "BODY_TOO_LARGE", message: expect.stringMatching(chinese) },
    });
  });

  it("says in Chinese that a list is too long", () => {
    for (const [field, value] of Object.entries(requests[name](scene))) {
      if (!Array.isArray(value) || value.length === 0) continue;
      const long = Array.from({ length: 10_001 }, (_, at) => value[at % value.length]);
      const typed = row.request.safeParse({ ...requests[name](scene), [field]: long });
      for (const { message } of typed.error?.issues ?? []) expect(`${field}: ${message}`).toMatch(chinese);
    }
  });

  it("strips characters that change the direction of a line, except in Markdown", () => {
    for (const [field, value] of Object.entries(requests[name](scene))) {
      if (typeof value !== "string" || asTypedFields.has(field)) continue;
      const typed = row.request.safeParse({ ...requests[name](scene), [field]: `${value}\u202e` });
      if (typed.success) expect(JSON.stringify(typed.data), field).not.toContain("\u202e");
    }
  });

  it("never fails with a 500 on numbers that no column of 32 or 64 bits holds, or no row has", async () => {
    const right: Record<string, unknown> = { ...requests[name](scene) };
    for (const [field, value] of Object.entries(right)) {
      if (![value].flat().some((one) => typeof one === "number")) continue;
      for (const beyond of [2 ** 31, 999_999_999_999_999, 2 ** 53]) {
        const change = { [field]: Array.isArray(value) ? [beyond] : beyond };
        const answer = await gateway().call(name, { ...right, ...change }, admin);
        expect(answer.status, `${field} = ${beyond}`).toBeLessThan(500);
      }
    }
  });

  it("never fails with a 500 on values of the wrong type", async () => {
    const right: Record<string, unknown> = { ...requests[name](scene) };
    const wrong = fc.oneof(
      fc.constantFrom(
        null,
        true,
        "",
        "\u0000",
        "\ud800",
        -1,
        0,
        1.5,
        2 ** 31,
        1e308,
        "1; drop table posts",
        "9".repeat(40),
        [],
        {},
        [[]],
        [null],
      ),
      fc.anything({ maxDepth: 2 }),
    );
    const keys = Object.keys(right);
    const changes =
      keys.length === 0
        ? fc.dictionary(fc.string(), wrong)
        : fc.dictionary(fc.constantFrom(...keys), wrong, { minKeys: 1 });
    await fc.assert(
      fc.asyncProperty(changes, async (change) => {
        const answer = await gateway().call(name, { ...right, ...change }, admin);
        if (answer.status !== 200) expectRefusal(answer, refusedWith);
      }),
      { numRuns: tries(12) },
    );
  });
});
