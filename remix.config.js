/**
 * Remix's options; vite.config.ts hands them to the Vite plugin.
 * The v3 flags make the later step to React Router 7 a rename. Lazy route discovery stays off: it costs each navigation
 * more than it saves the first page (docs/decisions/first-visit.md).
 *
 * @type {import("@remix-run/dev").VitePluginConfig}
 */
export default {
  appDirectory: "app",
  buildDirectory: "build",
  serverBuildFile: "index.js",
  serverModuleFormat: "esm",
  future: {
    v3_fetcherPersist: true,
    v3_relativeSplatPath: true,
    v3_throwAbortReason: true,
    v3_singleFetch: true,
    v3_routeConfig: true,
    v3_lazyRouteDiscovery: false,
  },
};
