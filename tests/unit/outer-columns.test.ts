import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { expect, it } from "vitest";

const hasSubquery = /\(\s*select\b|\bexists\s*\(/i;

/** The columns that a field's subquery reads from outside without saying so (gateway/database/outer-column.ts). */
function unsaidColumns(path: string): string[] {
  const text = readFileSync(path, "utf8");
  if (!text.includes("sql<")) return [];
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    // A template with a type is a selected value; a condition has none.
    if (ts.isTaggedTemplateExpression(node) && node.typeArguments && node.tag.getText(source) === "sql") {
      const template = node.template.getText(source);
      if (ts.isTemplateExpression(node.template) && hasSubquery.test(template))
        for (const { expression } of node.template.templateSpans) {
          if (!ts.isPropertyAccessExpression(expression)) continue;
          const table = expression.expression.getText(source);
          const isInner = new RegExp(`\\b(?:from|join) \\$\\{${table}\\}`).test(template);
          const isColumn = !["viewer", "context", "request"].includes(table);
          if (isColumn && !isInner) found.push(`${path}: ${expression.getText(source)}`);
        }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

it("a subquery among selected fields names the outer table of each column that it reads from there", () => {
  const files = readdirSync("gateway", { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".ts"),
  );
  expect(files.length).toBeGreaterThan(500);
  expect(files.flatMap((name) => unsaidColumns(join("gateway", name)))).toEqual([]);
});
