import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { validateXML } from "xmllint-wasm";

const require = createRequire(import.meta.url);
const schemas = {
  urlset: () => readFile(require.resolve("sitemap/schema/sitemap.xsd"), "utf8"),
  sitemapindex: () => readFile(new URL("../fixtures/sitemaps/siteindex.xsd", import.meta.url), "utf8"),
};

/**
 * The errors that libxml2 finds in a document; an empty text for none. With `schema` it checks the sitemap protocol's
 * schema; without, only whether the document is well-formed XML.
 */
export async function xmlProblems(contents: string, schema?: keyof typeof schemas): Promise<string[]> {
  const xml = [{ fileName: "document.xml", contents }];
  const result = await validateXML(
    schema ? { xml, schema: [await schemas[schema]()] } : { xml, normalization: "c14n" },
  );
  return result.errors.map(({ rawMessage }) => rawMessage);
}
