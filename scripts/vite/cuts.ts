import type { Plugin } from "vite";
import remixOptions from "../../remix.config.js";
import { forBrowsers } from "./for-browsers";

const flags: Record<string, unknown> = remixOptions.future ?? {};
/** What stands in Remix's code, and what it comes to. */
const knownOfRemix: [RegExp, (read: string, flag: string) => string][] = [
  [
    /(?:window\.__remixContext\.|\bcontext\.|(?<![\w.]))future\.(v3_\w+)/g,
    (read, flag) => String(flags[flag] ?? read),
  ],
  [/(?:window\.__remixContext\.isSpaMode|(?<=if \()isSpaMode|\bisSpaMode(?= &&))/g, () => "false"],
  [/!isSpaMode/g, () => "true"],
  // For its developers' eyes: what a document without data would say, and what hot reloading needs.
  [/__html: `\s*console\.log\((?:\\`|[^`])*`/, () => '__html: ""'],
  [/^\s*router\.createRoutesForHMR = .*$/m, () => ""],
];
const foundInRemix = new Set<RegExp>();

/**
 * What can be said of Remix at build time: with its flags (remix.config.js) as they are, a tenth of its part in
 * the browser is never run. No page has to tell it the flags then (entry.server.tsx).
 */
export const flagsAreKnown: Plugin = {
  name: "flags-are-known",
  apply: forBrowsers,
  transform(code, id) {
    if (!/@remix-run\/react\/dist\/esm\/[\w-]+\.js$/.test(id)) return undefined;
    return knownOfRemix.reduce((before, [pattern, known]) => {
      const after = before.replace(pattern, known);
      if (after !== before) foundInRemix.add(pattern);
      return after;
    }, code);
  },
  generateBundle(_options, bundle) {
    const unknown = Object.values(bundle).some(
      (file) => file.type === "chunk" && /\bfuture\.v3_|__remixContext\.isSpaMode/.test(file.code),
    );
    if (unknown || foundInRemix.size < knownOfRemix.length)
      throw new Error("Remix has changed: see flagsAreKnown in scripts/vite/cuts.ts");
  },
};

/** React DOM's ways of before version 18, which nothing here calls; what only they need goes with them. */
export const noLegacyRoots: Plugin = {
  name: "no-legacy-roots",
  apply: forBrowsers,
  enforce: "pre",
  transform(code, id) {
    if (!/react-dom\.production\.min\.js$/.test(id)) return undefined;
    const legacy =
      /exports\.(?:findDOMNode|hydrate|render|unmountComponentAtNode|unstable_renderSubtreeIntoContainer)=function.*?;\s*(?=exports\.)/gs;
    if (code.match(legacy)?.length !== 5)
      throw new Error("React DOM has changed: see noLegacyRoots in scripts/vite/cuts.ts");
    return code.replace(legacy, "");
  },
};
