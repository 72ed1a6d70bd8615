import type { Plugin } from "vite";

/** For a plugin that the server's build does without: the server reads its files once. */
export const forBrowsers: Plugin["apply"] = (_config, { command, isSsrBuild }) =>
  command === "build" && !isSsrBuild;
