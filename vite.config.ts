import { vitePlugin as remix } from "@remix-run/dev";
import { defineConfig } from "vite";
import tsconfigPaths from "vite-tsconfig-paths";
import remixOptions from "./remix.config.js";

declare module "@remix-run/server-runtime" {
  // Loaders and actions are typed for single fetch.
  interface Future {
    v3_singleFetch: true;
  }
}

export default defineConfig({
  plugins: [remix(remixOptions), tsconfigPaths()],
  build: {
    target: "es2022",
    // A data URL cannot be cached and is not what the content security policy allows for scripts.
    assetsInlineLimit: 0,
    // The compressed size of every asset is measured by the benchmark, not at each build.
    reportCompressedSize: false,
  },
  // Loaded from their hundreds of files, these alone would cost half a second at every start; built in, what is used remains.
  // With Mantine goes what it needs: the build must not rest on packages that package.json does not name.
  ssr: { noExternal: [/^@(mantine|tabler|conform-to|floating-ui)\//, /^(clsx|react-(number-format|remove-scroll|textarea-autosize).*)$/] },
  server: { host: "127.0.0.1", watch: { ignored: ["**/build/**", "**/data/**", "**/gateway/**", "**/test-results/**"] } },
});
