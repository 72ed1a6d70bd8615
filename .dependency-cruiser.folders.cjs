const { options } = require("./.dependency-cruiser.cjs");

/**
 * No ring between folders: of two rooms one may use the other, not each the other. A cruise of its own, since
 * folders are compared without looking at what kind an import is: what is left after compilation are the
 * values, and types may go both ways.
 */
/** @type {import("dependency-cruiser").IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: "no-folder-cycles",
      comment:
        "Two folders that need each other are one folder, or one of them holds what belongs below both.",
      severity: "error",
      scope: "folder",
      from: { path: "^(app|contract|gateway|server)(/|$)" },
      to: { circular: true },
    },
  ],
  options: { ...options, tsPreCompilationDeps: false },
};
