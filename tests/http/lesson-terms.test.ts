import { describe, expect, test } from "vitest";
import { shellsOf, visitor } from "./support";

const shells = shellsOf(import.meta.url);

describe.each(shells)("terms in lessons, $shell", ({ prefix, headers }) => {
  test("lead to their explanations on the page, each once", async () => {
    const page = await visitor(headers).get(`${prefix}/trainingClass/lessons/10101`);
    const links = page.$("a[href^='#term-']").toArray();
    expect(links.length).toBeGreaterThan(0);
    const places = links.map((link) => page.$(link).attr("href") ?? "");
    expect(new Set(places).size).toBe(places.length);
    for (const place of places)
      expect([place, page.$(place).find("dd").text().length > 5]).toEqual([place, true]);
  });
});
