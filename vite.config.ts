import { createHash } from "node:crypto";
import { relative } from "node:path";
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

/**
 * A page names some two hundred classes: short names are a quarter of a kilobyte of its fifteen. A sheet that
 * is put into the page (`?inline`) has the same names as the one that is linked.
 */
function shortName(name: string, file: string): string {
  const sheet = relative(import.meta.dirname, file.replace(/\?.*/, ""));
  return `_${createHash("sha256").update(`${sheet} ${name}`).digest("base64url").slice(0, 5)}`;
}

/** The rooms of `app/` that every page needs. */
const everyPage =
  /\/app\/(?:ui|format|navigation|metadata|failure|session|cookies|consent|lists)\/[^?]+\.tsx?$/;

export default defineConfig({
  plugins: [remix(remixOptions), tsconfigPaths(), oneWayToAskForStyles],
  css: { modules: { generateScopedName: shortName } },
  build: {
    target: "es2022",
    // A data URL cannot be cached and is not what the content security policy allows for scripts.
    assetsInlineLimit: 0,
    // The compressed size of every asset is measured by the benchmark, not at each build.
    reportCompressedSize: false,
    // On a link with 400 ms to the server each file costs more than the few kilobytes that are in it.
    rollupOptions: {
      output: { manualChunks: (id) => (everyPage.test(id) ? "every-page" : undefined) },
    },
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
