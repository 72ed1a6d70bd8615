/**
 * Writes gateway/pages/tokens.gen.ts: the colours, sizes and spaces of app/styles/tokens.css for the gateway's own
 * pages, which load nothing of the portal. Run `node scripts/build-gateway-tokens.mjs` after a change of tokens.css; a
 * test fails when it is necessary.
 */
import { readFileSync, writeFileSync } from "node:fs";

const whole = readFileSync("app/styles/tokens.css", "utf8");
/** The tokens without the variables of Mantine's inputs at the end, which these pages do not use. */
const own = whole.slice(0, whole.indexOf("/* What the few Mantine"));
const tokens = own
  .replace(/\/\*.*?\*\//gs, "")
  .replace(/^\s*--code-.*;$/gm, "")
  .replace(/\s+/g, " ")
  .replace(/ ?([{};,]) ?/g, "$1")
  // Older browsers need a space in an empty value.
  .replace(/(--light|--dark):;/g, "$1: ;")
  .trim();

const file = `/** Written by scripts/build-gateway-tokens.mjs from app/styles/tokens.css: never edited by hand. */
export const tokens =
  ${JSON.stringify(tokens)};
`;
writeFileSync(process.argv[2] ?? "gateway/pages/tokens.gen.ts", file.replace(/\\"/g, "'"));
