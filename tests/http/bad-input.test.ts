import { beforeAll, describe, expect, test } from "vitest";
import type { Page } from "../support/plain-browser";
import { isWhole, sampleOf } from "../support/tier";
import { expectNoCrash, expectRefused, type FormUnderTest, memberForms, shownIn } from "./attacks";
import { newMember, shells } from "./support";

const names = [
  "new topic",
  "preview of a new topic",
  "classes of a section",
  "edited topic",
  "edited reply",
  "reply",
  "reply to a reply",
  "deletion",
];
const publishes = (form: FormUnderTest) => ["publish", "reply", "delete"].includes(form.intent);

const tried = isWhole ? shells : shells.filter(({ shell }) => shell === "desktop");
describe.each(tried)("bad input, $shell", ({ shell, prefix, headers }) => {
  // The shells share loaders, actions and schemas, so one shell runs the expensive tests.
  const deepTest: (name: string, run: () => Promise<void>) => void =
    shell === "desktop" ? test : () => undefined;

  let forms: Map<string, FormUnderTest>;
  beforeAll(async () => {
    const { browser } = await newMember(headers);
    const all = await memberForms(browser, prefix);
    forms = new Map(all.map((form) => [form.name, form]));
    expect([...forms.keys()]).toEqual(names);
  });
  const pages = new Map<FormUnderTest, Page>();
  const formNamed = (name: string): FormUnderTest => {
    const form = forms.get(name);
    if (!form) throw new Error(`no form ${name}`);
    return form;
  };
  /** Posts the form with valid values except for `wrong`; gives the page of the form and the answer. */
  async function send(
    form: FormUnderTest,
    wrong: Record<string, string | string[] | null>,
    sent: { headers?: Record<string, string> } = {},
  ): Promise<Page> {
    // One page is enough for many posts, as with a browser's back button.
    const page = pages.get(form) ?? (await form.open());
    pages.set(form, page);
    const fid = page.$('select[name="fid"] option[value!=""]').first().attr("value");
    const values = { ...(fid ? { fid } : {}), ...form.typed, ...wrong };
    return form.browser.submit(page, { intent: form.intent }, values, { follow: false, ...sent });
  }
  const expectKept = (page: Page, form: FormUnderTest, except: string[] = []) => {
    for (const [field, value] of Object.entries(form.typed)) {
      if (!except.includes(field)) expect(shownIn(page, field), `${form.name}: ${field} is kept`).toBe(value);
    }
  };

  describe.each(sampleOf(names, 3, (name) => name))("%s", (name) => {
    test("an empty form is refused", async () => {
      const form = formNamed(name);
      const empty = Object.fromEntries([...Object.keys(form.typed), ...form.ids].map((field) => [field, ""]));
      const page = await send(form, empty);
      if (publishes(form)) expectRefused(page, "empty");
      else expectNoCrash(page, "empty");
      const missing = Object.fromEntries(
        [...Object.keys(form.typed), ...form.ids].map((field) => [field, null]),
      );
      const second = await send(form, missing);
      if (publishes(form)) expectRefused(second, "fields missing");
      else expectNoCrash(second, "fields missing");
    });

    deepTest("1 MB in each field", async () => {
      const form = formNamed(name);
      const huge = "长".repeat(350_000);
      for (const field of Object.keys(form.typed)) {
        const page = await send(form, { [field]: huge });
        if (publishes(form)) {
          expectRefused(page, `1 MB in ${field}`);
          expectKept(page, form, [field]);
          expect(shownIn(page, field).length, `${field} is kept`).toBe(huge.length);
        } else expectNoCrash(page, `1 MB in ${field}`);
      }
      for (const field of form.ids) expectNoCrash(await send(form, { [field]: huge }), `1 MB in ${field}`);
    });

    deepTest("wrong types", async () => {
      const form = formNamed(name);
      for (const field of form.ids) {
        for (const value of [
          "abc",
          "-1",
          "0",
          "1.5",
          "1e99",
          "99999999999999999999",
          "2147483648",
          "NaN",
          "1;drop table posts",
          "[object Object]",
          "999999",
        ]) {
          const page = await send(form, { [field]: value });
          if (publishes(form) && field !== "submissionId") {
            expectRefused(page, `${field}=${value}`);
            expectKept(page, form);
          } else expectNoCrash(page, `${field}=${value}`);
        }
      }
    });

    test("repeated fields are refused or ignored", async () => {
      const form = formNamed(name);
      for (const field of [...Object.keys(form.typed), ...form.ids]) {
        const page = await send(form, { [field]: ["第一个", "第二个"] });
        if (publishes(form)) {
          expectRefused(page, `${field} twice`);
          expectKept(page, form, [field]);
        } else expectNoCrash(page, `${field} twice`);
      }
      expectNoCrash(await send(form, { csrf: ["a", "b"] }), "csrf twice");
    });

    deepTest("keys that would reach into an object", async () => {
      const form = formNamed(name);
      const page = await form.open();
      for (const field of [
        "__proto__",
        "constructor",
        "content.x",
        "content[0]",
        "title[toString]",
        "a.b.c.d[9999999]",
        "[]",
        "__intent__",
        "__state__",
      ]) {
        const body = new URLSearchParams({ csrf: shownIn(page, "csrf"), intent: form.intent, [field]: "x" });
        expectNoCrash(await form.browser.post(page.url, body), field);
      }
    });

    test("missing and forged tokens, and forms of other sites, are refused", async () => {
      const form = formNamed(name);
      if (!publishes(form)) return;
      for (const csrf of [null, "", "forged", "a.b", "长"]) {
        const page = await send(form, { csrf });
        expect(page.status, `csrf ${csrf}`).toBe(403);
        expect(page.$('[role="alert"]').text(), "it says why").toContain("表单已过期");
        expectRefused(page, `csrf ${csrf}`);
        expectKept(page, form);
      }
      for (const origin of ["https://evil.example", "null", "http://127.0.0.1:1"]) {
        const page = await send(form, {}, { headers: { origin } });
        expectRefused(page, `origin ${origin}`);
      }
    });

    deepTest("what is no form at all", async () => {
      const form = formNamed(name);
      const { url } = await form.open();
      const types = [
        "application/json",
        "text/plain",
        "multipart/form-data; boundary=x",
        "multipart/form-data",
        "application/octet-stream",
        "nonsense",
      ];
      for (const type of types) {
        for (const body of ["", "{", "--x\r\nnope", "%%%=%ff"]) {
          expectRefused(
            await form.browser.post(url, body, { headers: { "content-type": type } }),
            `${type} ${body}`,
          );
        }
      }
      const file = new FormData();
      file.set("intent", form.intent);
      for (const field of [...Object.keys(form.typed), ...form.ids])
        file.set(field, new Blob(["x"]), "a.bin");
      const answer = await form.browser.post(url, file);
      if (publishes(form)) expectRefused(answer, "files in place of texts");
      else expectNoCrash(answer, "files in place of texts");
    });

    deepTest("characters that no database takes", async () => {
      const form = formNamed(name);
      for (const text of [
        "\u0000空字符\u0000",
        "\u202e反过来",
        "\ufeff\u200b\u200d零宽",
        "\u0007\u001b[31m响铃",
      ]) {
        for (const field of [...Object.keys(form.typed), ...form.ids])
          expectNoCrash(await send(form, { [field]: text }), `${JSON.stringify(text)} in ${field}`);
      }
    });
  });
});
