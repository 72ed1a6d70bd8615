import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";

const sources = readdirSync("app", { recursive: true, encoding: "utf8" })
  .filter((path) => /\.(css|tsx?)$/.test(path))
  .map((path) => ({ path, text: readFileSync(join("app", path), "utf8") }));

it("every custom property that a sheet uses without a fallback is set somewhere", () => {
  const set = new Set(
    sources.flatMap(({ text }) =>
      [...text.matchAll(/(--[a-z0-9-]+)(?:["'\]]*\s*:|["'],)/g)].map(([, name]) => name),
    ),
  );
  const used = sources.flatMap(({ path, text }) =>
    [...text.matchAll(/var\((--[a-z0-9-]+)\)/g)].map(([, name]) => ({ path, name })),
  );
  expect(used.filter(({ name }) => !set.has(name))).toEqual([]);
  expect(used.length).toBeGreaterThan(500);
});

it("every class that a component takes from a sheet exists there", () => {
  const sheetOf = new Map(
    sources.filter(({ path }) => path.endsWith(".css")).map(({ path, text }) => [path, text]),
  );
  const used = sources.flatMap(({ path, text }) =>
    [...text.matchAll(/import (\w+) from "([^"]+\.module\.css)"/g)].flatMap(([, name = "", from = ""]) => {
      const sheet = from.startsWith("~/") ? from.slice(2) : join(dirname(path), from);
      const own = new RegExp(`(?<![/\\w-])${name}\\.(\\w+)`, "g");
      return [...text.matchAll(own)].map(([, className = ""]) => ({ path, sheet, className }));
    }),
  );
  const missing = used.filter(
    ({ sheet, className }) => !new RegExp(`\\.${className}\\b`).test(sheetOf.get(sheet) ?? ""),
  );
  expect(missing).toEqual([]);
  expect(used.length).toBeGreaterThan(1_000);
});

it("every strip that scrolls sideways without a scrollbar shows that there is more", () => {
  // Pictures show it themselves: one is cut in the middle.
  const pictures = [
    "screens/forum/banners.module.css",
    "screens/home/home.module.css",
    "screens/products/product-head.module.css",
  ];
  const rules = sources
    .filter(({ path }) => path.endsWith(".css") && !pictures.includes(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/([^{}]+)\{([^{}]*overflow-x: auto;[^{}]*)\}/g)].map(
        ([, selector = "", body = ""]) => ({
          path,
          selector: selector.trim().split("\n").at(-1) ?? "",
          body,
        }),
      ),
    )
    .filter(({ body }) => /scrollbar-width: none/.test(body));
  expect(rules.length).toBeGreaterThan(5);
  expect(
    rules
      .filter(({ body }) => !body.includes("var(--strip-edges)"))
      .map(({ path, selector }) => [path, selector]),
  ).toEqual([]);
});

it("what sticks to the bottom of the window is above the cookie bar", () => {
  // The buttons of a dialog stick to the dialog's bottom.
  const dialogs = ["profile/profile.module.css"];
  const rules = sources
    .filter(({ path }) => path.endsWith(".css") && !dialogs.includes(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/([^{}]+)\{([^{}]*position: sticky;[^{}]*inset-block-end:[^{}]*)\}/g)].map(
        ([, selector = "", body = ""]) => ({ path, selector: selector.trim(), body }),
      ),
    );
  expect(rules.length).toBeGreaterThan(5);
  expect(
    rules
      .filter(({ body }) => !/inset-block-end: [^;]*var\(--bottom-bar/.test(body))
      .map(({ path, selector }) => [path, selector]),
  ).toEqual([]);
});

it("the position of a page is worded in one place", () => {
  const ways = sources.flatMap(({ path, text }) =>
    [...text.matchAll(/<nav([^>]*)aria-label="(?:所在)?(?:位置|分类)"([^>]*)>/g)].map(
      ([, before = "", after = ""]) => ({
        path,
        crumbs: /crumbs/.test(before + after),
      }),
    ),
  );
  expect(ways.length).toBeGreaterThan(8);
  expect(ways.filter(({ crumbs }) => !crumbs)).toEqual([]);
});
