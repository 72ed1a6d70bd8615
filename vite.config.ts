import { vitePlugin as remix } from "@remix-run/dev";
import { defineConfig, type Plugin } from "vite";
import tsconfigPaths from "vite-tsconfig-paths";
import { shownScreen } from "./app/navigation/screen-row";
import { screens } from "./app/navigation/screens";
import remixOptions from "./remix.config.js";
import { shortName } from "./scripts/vite/class-names";
import { flagsAreKnown, noLegacyRoots } from "./scripts/vite/cuts";
import { forBrowsers } from "./scripts/vite/for-browsers";

declare module "@remix-run/server-runtime" {
  // Loaders and actions are typed for single fetch.
  interface Future {
    v3_singleFetch: true;
  }
}

/**
 * Vite asks for the styles of code that comes later by CORS, Remix without: the browser would fetch such a
 * sheet twice, and says so in its console. Ours are of our own origin, so both ask without.
 */
const oneWayToAskForStyles: Plugin = {
  name: "one-way-to-ask-for-styles",
  apply: "build",
  transform(code, id) {
    if (!id.includes("vite/preload-helper")) return undefined;
    const asked = /link\.crossOrigin = "";/;
    if (!asked.test(code))
      throw new Error("Vite's preload helper has changed: see oneWayToAskForStyles in vite.config.ts");
    return code.replace(asked, 'if (!isCss) link.crossOrigin = "";');
  },
};

/** What packages ask to be told of them, in a file of its own instead of in every script. */
const licences: Plugin = {
  name: "licences",
  apply: forBrowsers,
  generateBundle: {
    order: "pre",
    handler() {
      const texts = new Set<string>();
      for (const id of this.getModuleIds())
        for (const [text] of (this.getModuleInfo(id)?.code ?? "").matchAll(
          /\/\*\*?\s(?:(?!\*\/)[\s\S])*(?:@license|[Cc]opyright)(?:(?!\*\/)[\s\S])*\*\//g,
        ))
          texts.add(text);
      this.emitFile({ type: "asset", fileName: "licences.txt", source: [...texts].join("\n\n") });
    },
  },
};

/** The table of screens as browsers have it: as data, without what only the server reads. */
const screensAsShown: Plugin = {
  name: "screens-as-shown",
  apply: forBrowsers,
  load: (id) =>
    id.endsWith("/app/navigation/screens.ts")
      ? `export const screens = ${JSON.stringify(screens.map(shownScreen))};`
      : undefined,
};

/**
 * The files that scripts and styles are put into: on a link with 400 ms to the server each file costs more
 * than the few kilobytes that are in it. What is in none of them goes with the screen that needs it.
 */
const groups: Record<string, RegExp[]> = {
  // React and Remix, the document, both shells, the rooms below the screens, and what is too small for a
  // file of its own.
  "every-page": [
    /\/app\/(?:root|entry\.client|screens\/boundary)\.tsx$/,
    /\/app\/(?!shells\/notices\/undo-form)(?:ui|format|navigation|metadata|failure|session|cookies|shells)\/[^?]+\.tsx?$/,
    /\/app\/lists\/(?!person-row|post-row|favorites-visibility|news-row|works\/)[^?]+\.tsx?$/,
    /\/app\/lists\/(?!person-row|post-row|works\/)[^?]+\.module\.css$/,
    /\/app\/forms\/(?:outcomes\/(?:enter|no-default)-button|field-parts|form-token|network-failure|post-form|quoted|result|use-accepted-count)\.tsx?$/,
    /\/app\/islands\/unread-refresh\.ts$/,
    /\/contract\/(?!(?:activities|analytics|moderation|privacy|training)\/)[^?]*constants\.ts$/,
    /vite\/preload-helper/,
    // A screen that shares something with what comes later would get a file before it that only passes on.
    /\/app\/(?:editor\/(?:markdown-field|drafts\/draft-parts|uploads\/upload-fields)|forms\/fields|screens\/(?:posting\/preview|topic\/reply\/reply-form))\.module\.css$/,
    /\/app\/screens\/search\/search-query\.ts$/,
    /\/app\/screens\/topic\/model\/topic-detail\.ts$/,
    // So that home, a product and a lesson have one sheet of their own.
    /\/app\/(?:activities\/activity-cards|lists\/works\/(?:cards|filter-form|resource-row|video-card))\.module\.css$/,
    /\/app\/(?:lists\/works\/collect-button|screens\/training\/outline)\.(?:tsx|module\.css)$/,
  ],
  forum: [
    /\/app\/screens\/forum\/(?:banners|empty-actions|forum-rail|list-controls|list-query)\.tsx?$/,
    /\/app\/screens\/forum\/[^?]+\.module\.css$/,
  ],
  // Rows and cards of what is not the forum's, which several rooms show: a topic's page has none of them.
  works: [
    /\/app\/(?:lists\/news-row|lists\/works\/(?:filter-form|resource-row|video-card)|activities\/activity-cards)\.tsx$/,
    /\/app\/activities\/words\.ts$/,
    /\/app\/screens\/activities\/detail\/way-in\.tsx$/,
    /\/contract\/activities\/constants\.ts$/,
  ],
  training: [
    /\/app\/lists\/works\/(?:course-card|progress-ring)\.(?:tsx|module\.css)$/,
    /\/app\/screens\/training\/(?:courses-around|lecturer-photo|training)\.(?:tsx|module\.css)$/,
    /\/contract\/training\/constants\.ts$/,
  ],
  products: [
    /\/app\/screens\/products\/(?:parts\/[^?]+|product-head|product-links)\.tsx$/,
    /\/app\/screens\/products\/[^?]+\.module\.css$/,
  ],
  consent: [/\/app\/consent\/[^?]+\.(?:tsx?|module\.css)$/, /\/contract\/privacy\/constants\.ts$/],
  proof: [
    /\/app\/(?:activities\/proof-fields|account\/(?:code-fields|verification))\.(?:tsx|module\.css)$/,
    /\/app\/account\/use-countdown\.ts$/,
  ],
  // What people's pages share with the personal centre.
  people: [
    /\/app\/lists\/(?:person-row|post-row|favorites-visibility)\.(?:tsx|module\.css)$/,
    /\/app\/screens\/personal\/personal(?:-frame\.tsx|\.module\.css)$/,
    /\/app\/screens\/people\/people\.module\.css$/,
  ],
  writing: [
    /\/app\/editor\/(?:as-typed-notice|markdown-field|drafts\/(?:draft|draft-parts|local-drafts)|uploads\/upload-fields)\.tsx?$/,
    /\/app\/forms\/form\/[^?]+\.tsx?$/,
    /\/app\/screens\/(?:posting\/preview|topic\/reply\/open-reply-form)\.tsx$/,
  ],
};

const groupOf = (id: string) =>
  Object.keys(groups).find((name) => groups[name]?.some((pattern) => pattern.test(id)));

/** Six kilobytes less of what every page loads than esbuild makes of it. The server's log names its errors' classes. */
const smallest: Plugin = {
  name: "smallest",
  apply: forBrowsers,
  config: () => ({
    build: {
      minify: "terser",
      terserOptions: {
        ecma: 2020,
        module: true,
        compress: { passes: 3, unsafe_arrows: true, pure_getters: true },
        format: { comments: false },
      },
    },
  }),
};

const fewFiles: Plugin = {
  name: "few-files",
  apply: forBrowsers,
  config: () => ({
    build: { rollupOptions: { output: { manualChunks: groupOf, generatedCode: { symbols: false } } } },
  }),
};

export default defineConfig({
  plugins: [
    remix(remixOptions),
    tsconfigPaths(),
    oneWayToAskForStyles,
    flagsAreKnown,
    noLegacyRoots,
    licences,
    screensAsShown,
    smallest,
    fewFiles,
  ],
  css: { modules: { generateScopedName: shortName } },
  build: {
    target: "es2022",
    // A data URL cannot be cached and is not what the content security policy allows for scripts.
    assetsInlineLimit: 0,
    // The compressed size of every asset is measured by the benchmark, not at each build.
    reportCompressedSize: false,
  },
  // Loaded from their hundreds of files, these alone would cost half a second at every start; built in, what
  // is used remains. With Mantine goes what it needs: the build must not rest on packages that package.json
  // does not name.
  ssr: {
    noExternal: [
      /^@(mantine|conform-to|floating-ui)\//,
      /^(clsx|react-(number-format|remove-scroll|textarea-autosize).*)$/,
    ],
  },
  server: {
    host: "127.0.0.1",
    watch: { ignored: ["**/build/**", "**/data/**", "**/gateway/**", "**/test-results/**"] },
  },
});
