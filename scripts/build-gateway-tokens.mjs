/**
 * Writes gateway/pages/tokens.gen.ts: the colours, sizes and spaces of app/styles/tokens.css for the pages that
 * the gateway serves itself, which load nothing of the portal. Run it where tokens.css changed:
 * `node scripts/build-gateway-tokens.mjs`; a test says when.
 */
import { readFileSync, writeFileSync } from "node:fs";

const whole = readFileSync("app/styles/tokens.css", "utf8");
/** What Mantine's inputs read stands at the end, and is nothing of these pages. */
const own = whole.slice(0, whole.indexOf("/* What the few Mantine"));
const tokens = own
  .replace(/\/\*.*?\*\//gs, "")
  .replace(/^\s*--code-.*;$/gm, "")
  .replace(/\s+/g, " ")
  .replace(/ ?([{};,]) ?/g, "$1")
  // Older browsers want the space in what is empty.
  .replace(/(--light|--dark):;/g, "$1: ;")
  .trim();

const file = `/** Written by scripts/build-gateway-tokens.mjs from app/styles/tokens.css: never edited by hand. */
export const tokens =
  ${JSON.stringify(tokens)};
`;
writeFileSync(process.argv[2] ?? "gateway/pages/tokens.gen.ts", file.replace(/\\"/g, "'"));
