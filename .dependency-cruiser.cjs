// The walls of docs: the portal and the gateway know only the contract; the front door knows all.
/** @type {import("dependency-cruiser").IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: "portal-knows-no-gateway",
      comment: "The portal owns no data: it meets the gateway through the contract's calls only.",
      severity: "error",
      from: { path: "^app/" },
      to: { path: "^(gateway|server|scripts|bench|trial|tests)/|^server\\.ts$" },
    },
    {
      name: "gateway-knows-no-portal",
      comment: "The gateway is a real upstream, replaceable by any other.",
      severity: "error",
      from: { path: "^gateway/" },
      to: { path: "^(app|server|scripts|bench|trial|tests)/|^server\\.ts$" },
    },
    {
      name: "contract-knows-nobody",
      comment: "Both sides import the contract; it imports neither.",
      severity: "error",
      from: { path: "^contract/" },
      to: { path: "^(app|gateway|server|scripts|bench|trial|tests)/|^server\\.ts$" },
    },
    {
      name: "product-knows-no-tests",
      severity: "error",
      from: { path: "^(server|scripts)/|^server\\.ts$" },
      to: { path: "^(tests|bench|trial)/" },
    },
    {
      name: "browser-code-knows-no-server-code",
      comment: "Remix strips only loader, action and headers: islands run in the browser whole.",
      severity: "error",
      from: { path: "^app/islands/" },
      to: { path: "\\.server\\.tsx?$", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "no-cycles",
      comment: "A cycle is one file that does not know it.",
      severity: "error",
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
    },
    {
      name: "no-orphans",
      severity: "error",
      from: {
        orphan: true,
        pathNot: [
          "\\.d\\.ts$",
          "^(tests|scripts|bench|trial)/",
          "(^|/)[^/]+\\.config\\.(ts|js|mjs|cjs)$",
          "^\\.dependency-cruiser\\.cjs$",
          "^app/(root|entry\\.(client|server))\\.tsx?$",
          "^app/(screens|shells|endpoints)/",
        ],
      },
      to: {},
    },
    {
      name: "no-unresolvable",
      severity: "error",
      from: {},
      // The portal's build exists only after one; the front door imports it when it starts.
      to: { couldNotResolve: true, pathNot: ["^virtual:", "build/server", "\\?url$"] },
    },
    {
      name: "product-needs-no-dev-dependency",
      comment: "What runs in production is in dependencies.",
      severity: "error",
      from: { path: "^(app|contract|gateway|server)/|^server\\.ts$", pathNot: ["^app/routes\\.ts$"] },
      to: { dependencyTypes: ["npm-dev"], dependencyTypesNot: ["type-only", "npm"] },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^(node_modules|build|data|content|coverage)/" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "require", "node", "default", "types"],
      mainFields: ["module", "main", "types"],
    },
  },
};
