import { createReadStream, existsSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { vitePlugin as remix } from "@remix-run/dev";
import { defineConfig, type Plugin } from "vite";
import tsconfigPaths from "vite-tsconfig-paths";
import remixOptions from "./remix.config.js";

declare module "@remix-run/server-runtime" {
  // Loaders and actions are typed for single fetch.
  interface Future {
    v3_singleFetch: true;
  }
}

/**
 * Folders whose modules go into one file, with the packages that they import: on a link with 400 ms to the server
 * each file costs more than the few kilobytes that are in it. What is in none of them goes with the screen that
 * needs it.
 */
const groups: Record<string, RegExp> = {
  // With the sheets of what several screens show: each sheet more is a round trip.
  "every-page":
    /\/app\/(?:root|entry\.client|screens\/boundary|failure\/(?!unsaved-text|missing-form)|(?:format|navigation|metadata|session|cookies|shells)\/(?!staff-paths|notices\/rare\/.*\.tsx)|ui\/(?!text-changes\.tsx)|forms\/(?:result|network-failure|use-accepted-count|field-parts|form-token|form-answer|quoted|outcomes\/question\.ts)|lists\/(?!attachments|works\/(?!collect-button)|reading\/marked-row|(?:news|person|post|topic)-row)|moderation\/(?:preview-note|fields\.module)|screens\/products\/parts\/state-label|(?:lists(?!\/attachments)|activities\/activity-cards|consent|editor\/(?:markdown-field|drafts|uploads\/upload-fields)|screens\/(?:topic\/reply|posting\/preview|training\/(?:frame|outline))).*\.css)|\/@mantine\/hooks\/esm\/use-window-event|\/contract\/privacy\/constants/,
  // Conform, which a topic's page loads only when somebody goes into its reply form.
  "form-kit":
    /\/app\/forms\/form\/(?:screen-form|use-screen-form)|\/node_modules\/@conform-to\/(?:dom|react)\//,
  forum: /\/app\/screens\/forum\//,
  // Topics, posts and people in lists, which many pages show.
  rows: /\/app\/lists\/(?:(?:person|post|topic)-row|reading\/marked-row)/,
  inputs: /\/app\/forms\/(?:inputs|outcomes)\/|\/node_modules\/@mantine\/core\//,
  works: /\/app\/(?:lists\/(?:works|news-row)|screens\/training\/(?:area|frame\/|outline))/,
  activities: /\/app\/(?:activities\/(?:words|activity-cards)|screens\/activities\/detail\/way-in)/,
  products: /\/app\/screens\/products\/parts\/(?!state-label)/,
  // Sentences found in documents, and links to their pages.
  document: /\/app\/(?:document\/page-link\.|search\/marked)/,
  // What reads a document within a page, before the viewer's own code comes, and what its page shares with that of its changes.
  viewer:
    /\/app\/(?:document\/viewer\.|screens\/resources\/(?:versions|what-is-needed|find-inside\.module))|\/contract\/base\/wire|\/remix-utils\/build\/react\/use-hydrated/,
  training: /\/app\/screens\/training\/(?:courses-around|lecturer-photo|people\/people\.module)/,
  writing:
    /\/app\/(?:editor\/(?:markdown-field|drafts\/draft-parts)|forms\/form\/(?:form-frame|text-area-control)|screens\/topic\/reply\/open-reply-form)/,
};

const groupOf = (id: string) => Object.keys(groups).find((name) => groups[name]?.test(id));

/**
 * The files of screens matter to the build alone, and what their addresses may ask to the server: browsers get the rows
 * of screens without them.
 */
const screensForBrowsers: Plugin = {
  name: "screens-for-browsers",
  transform(code, id, options) {
    if (options?.ssr || !/\/app\/navigation\/(?:[a-z]+-)?screens\.ts$/.test(id)) return null;
    const short = code
      .replace(/(\bscreen\(\s*"[^"]*",\s*)"[^"]*"/g, '$1""')
      .replace(/\b(?:cache|dialogs): "[^"]*",?/g, "")
      // Without its own a row has none (screen-row.ts).
      .replace(/\bquery:\s*\[(?:[^[\]]|\[[^[\]]*\])*\],?/g, "");
    return { code: short, map: null };
  },
};

const pdfFolder = dirname(createRequire(import.meta.url).resolve("pdfjs-dist/package.json"));
const { version: pdfVersion } = JSON.parse(readFileSync(join(pdfFolder, "package.json"), "utf8")) as {
  version: string;
};
/** The tables of Chinese, Japanese and Korean fonts, the fonts that every reader has, and pictures without WebAssembly. */
const pdfTables = ["cmaps", "standard_fonts", "wasm"].flatMap((folder) =>
  readdirSync(join(pdfFolder, folder))
    .filter((name) => /\.(?:bcmap|pfb|ttf|js)$/.test(name))
    .map((name) => `${folder}/${name}`),
);

/** What the viewer of documents fetches while it reads one (app/document/open-pdf.ts), from our own origin. */
const tablesOfPdf = (isSsrBuild: boolean | undefined): Plugin => ({
  name: "tables-of-pdf",
  generateBundle() {
    if (isSsrBuild) return;
    for (const name of pdfTables)
      this.emitFile({
        type: "asset",
        // Browsers keep what is under assets/ for good, so the name has the version.
        fileName: `assets/pdf-${pdfVersion}/${name}`,
        source: readFileSync(join(pdfFolder, name)),
      });
  },
  configureServer({ middlewares }) {
    middlewares.use(`/assets/pdf-${pdfVersion}`, (request, response, next) => {
      const path = pdfTables.find((name) => `/${name}` === request.url);
      if (path && existsSync(join(pdfFolder, path))) createReadStream(join(pdfFolder, path)).pipe(response);
      else next();
    });
  },
});

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [remix(remixOptions), tsconfigPaths(), screensForBrowsers, tablesOfPdf(isSsrBuild)],
  build: {
    target: "es2022",
    // A data URL cannot be cached and is not what the content security policy allows for scripts.
    assetsInlineLimit: 0,
    // The compressed size of every asset is measured by the benchmark, not at each build.
    reportCompressedSize: false,
    // Six kilobytes less of what every page loads than esbuild makes of it.
    ...(!isSsrBuild && {
      minify: "terser" as const,
      terserOptions: {
        ecma: 2020,
        module: true,
        compress: { passes: 3, unsafe_arrows: true, pure_getters: true },
      },
      rollupOptions: {
        output: {
          manualChunks: groupOf,
          // Every page loads the names of all files. Seven letters tell two builds of a file apart as well as eight, and are the least that Rollup takes.
          entryFileNames: "assets/[name]-[hash:7].js",
          chunkFileNames: "assets/[name]-[hash:7].js",
          assetFileNames: "assets/[name]-[hash:7][extname]",
        },
      },
    }),
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
}));
