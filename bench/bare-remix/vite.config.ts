import { vitePlugin as remix } from "@remix-run/dev";
import { defineConfig } from "vite";
import remixOptions from "../../remix.config.js";

/**
 * The floor for rendered pages: plain Remix with the portal's options, without the portal.
 */
export default defineConfig({
  logLevel: "warn",
  publicDir: false,
  plugins: [
    remix({
      ...remixOptions,
      appDirectory: "bench/bare-remix",
      buildDirectory: "node_modules/.cache/portal-bench/bare-remix",
    }),
  ],
});
