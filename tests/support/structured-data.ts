import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import Validator from "@adobe/structured-data-validator";
import type { Page } from "./plain-browser";

type Thing = Record<string, unknown> & { "@type": string };

/** The things in a page's JSON-LD; an empty list without JSON-LD. Throws if it is not valid JSON. */
export function thingsOn({ $ }: Page): Thing[] {
  const scripts = $('script[type="application/ld+json"]').toArray();
  return scripts.flatMap((script) => (JSON.parse($(script).text()) as { "@graph": Thing[] })["@graph"]);
}

/** schema.org's classes and properties in the validator's format, read from the types that schema-dts generates. */
async function vocabulary() {
  const source = await readFile(
    createRequire(import.meta.url)
      .resolve("schema-dts")
      .replace(/schema\.js$/, "schema.d.ts"),
    "utf8",
  );
  const graph: object[] = [];
  const parents = new Map<string, Set<string>>();
  // A class with properties of its own has a Base type and a Leaf that extends it; a class without has a Leaf that
  // extends its parent's Base.
  for (const [, name = "", above = "", body = ""] of source.matchAll(
    /^(?:export )?interface (\w+?)(?:Base|Leaf) extends ([^{]+)\{([\s\S]*?)^\}/gm,
  )) {
    const known = parents.get(name) ?? new Set();
    parents.set(name, known);
    for (const [, parent = ""] of above.matchAll(/(\w+)Base\b/g)) if (parent !== name) known.add(parent);
    for (const [, property] of body.matchAll(/^ {4}"(\w+)"\?:/gm)) {
      graph.push({
        "@id": `schema:${property}`,
        "@type": "rdf:Property",
        "schema:domainIncludes": { "@id": `schema:${name}` },
      });
    }
  }
  for (const [name, above] of parents) {
    graph.push({
      "@id": `schema:${name}`,
      "@type": "rdfs:Class",
      "rdfs:subClassOf": [...above].map((parent) => ({ "@id": `schema:${parent}` })),
    });
  }
  return { "@graph": graph };
}

let schema: ReturnType<typeof vocabulary> | undefined;

/**
 * The validator's errors for these things: properties and types that schema.org does not have, and fields that Google's
 * rich results need.
 */
export async function structuredDataProblems(things: Thing[]): Promise<string[]> {
  schema ??= vocabulary();
  const byType: Record<string, Thing[]> = {};
  for (const thing of things) byType[thing["@type"]] = [...(byType[thing["@type"]] ?? []), thing];
  const issues = await new Validator(await schema).validate({
    jsonld: byType,
    microdata: {},
    rdfa: {},
    errors: [],
  });
  return issues.map(
    ({ severity, issueMessage, path }) => `${severity} ${issueMessage} (${JSON.stringify(path)})`,
  );
}
