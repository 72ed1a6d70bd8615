/** Writes the contract of calls as an OpenAPI 3.1 document to build/openapi.json, or to the named file. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { createOpenApi } from "contract/openapi";

const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as {
  version: string;
};
const target = resolve(process.argv[2] ?? "build/openapi.json");
const document = createOpenApi(version);
mkdirSync(dirname(target), { recursive: true });
writeFileSync(target, `${JSON.stringify(document, null, 2)}\n`);
console.info(`${Object.keys(document.paths).length} 个接口已写入 ${target}`);
