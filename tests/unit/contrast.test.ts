import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

/**
 * Contrast of the text and background colours of the style sheets, in both schemes (WCAG 2.2, 1.4.3). The dark scheme
 * changes the values of the colour tokens and nothing else, so axe on the light scheme and this test on both cover
 * everything. A whole run uses axe on the dark scheme too.
 */
const least = 4.5;
const tokens = readFileSync("app/styles/tokens.css", "utf8");
const values = new Map(
  [...tokens.matchAll(/--([\w-]+): var\(--light, (#[0-9a-f]{6})\) var\(--dark, (#[0-9a-f]{6})\);/g)].map(
    ([, name = "", light = "", dark = ""]) => [name, { light, dark }],
  ),
);
values.set("on-fill", { light: "#ffffff", dark: "#ffffff" });

/** The relative luminance of a colour written as #rrggbb (WCAG 2.2). */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

/** The schemes in which a text colour has too little contrast on a background. */
const unreadable = (text: string, background: string): string[] =>
  (["light", "dark"] as const)
    .filter((scheme) => {
      const [front, back] = [values.get(text)?.[scheme], values.get(background)?.[scheme]];
      if (!front || !back) throw new Error(`${text} or ${background} is no colour of tokens.css`);
      return contrast(front, back) < least;
    })
    .map(
      (scheme) =>
        `${text} on ${background}, ${scheme}: ${contrast(values.get(text)?.[scheme] ?? "", values.get(background)?.[scheme] ?? "").toFixed(2)}`,
    );

const sheets = readdirSync("app", { recursive: true, encoding: "utf8" }).filter((file) =>
  file.endsWith(".css"),
);

/** Each rule's text colour and background, if both are tokens. */
const pairs = sheets.flatMap((file) =>
  [...readFileSync(`app/${file}`, "utf8").matchAll(/\{([^{}]*)\}/g)].flatMap(([, rule = ""]) => {
    const text = /(?:^|[;\s])color: var\(--([\w-]+)\)/.exec(rule)?.[1];
    const background = /background(?:-color)?: var\(--([\w-]+)\)/.exec(rule)?.[1];
    return text && background && values.has(text) && values.has(background) ? [[file, text, background]] : [];
  }),
) as [string, string, string][];

describe("text can be read in both schemes", () => {
  const texts = ["ink", "ink-soft", "ink-faint", "primary", "primary-strong", "copper", "danger"];
  const grounds = ["page", "surface", "sunken"];
  it.each(texts)("%s has enough contrast on every background", (text) => {
    expect(grounds.flatMap((ground) => unreadable(text, ground))).toEqual([]);
  });

  it("the colours of code and the text on filled buttons have enough contrast", () => {
    const code = ["code-keyword", "code-string", "code-number", "code-comment", "code-title", "ink"];
    const fills = ["primary-fill", "primary-fill-strong", "danger-fill"];
    expect([
      ...code.flatMap((text) => unreadable(text, "code-page")),
      ...fills.flatMap((fill) => unreadable("on-fill", fill)),
    ]).toEqual([]);
  });

  it("a text colour and a background of one rule have enough contrast", () => {
    expect(pairs.length).toBeGreaterThan(20);
    expect(pairs.flatMap(([file, ...pair]) => unreadable(...pair).map((what) => `${file}: ${what}`))).toEqual(
      [],
    );
  });
});
