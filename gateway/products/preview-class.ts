import type { CallResponse } from "contract";
import { contentBodies } from "contract/content/kinds/bodies";
import { productKinds, productStates } from "contract/products/constants";
import { eq } from "drizzle-orm";
import { previewedVersion } from "../content/previews/previewed-version";
import type { Database } from "../database/open";
import { productClasses } from "../database/schema";
import { found } from "../server/refusal";
import { type ParameterRow, parametersOn, wayTo } from "./class-parameters";

type Class = CallResponse<"productClass">;
type Parameter = Pick<ParameterRow, "key" | "name" | "unit" | "type" | "choices" | "filter" | "compare">;

const codeFacet = (name: string, title: string, codes: readonly { code: string; name: string }[]) => ({
  name,
  title,
  unit: "",
  units: [],
  type: "choice" as const,
  choices: codes.map(({ code, name: label }) => ({ value: code, name: label, count: 0 })),
  low: null,
  high: null,
  bins: [],
});

function facetOf({ key, name: title, unit, type, choices }: Parameter): Class["facets"] {
  if (type === "text") return [];
  const named = type === "choice" ? choices : [];
  return [
    {
      name: `p.${key}`,
      title,
      unit,
      units: unit === "" ? [] : [unit],
      type,
      choices: named.map((choice) => ({ value: choice, name: choice, count: 0 })),
      low: null,
      high: null,
      bins: [],
    },
  ];
}

/**
 * The newest version of a class as its page will show it, without products: subclasses, columns and filters of its parameters and
 * of those above it. Throws CLASS_NOT_FOUND without the right secret.
 */
export async function previewClass(
  database: Database,
  id: number,
  secret: string,
  children: Class["children"],
): Promise<Class> {
  const name = { kind: "classes", key: String(id) } as const;
  const { body } = found(await previewedVersion(database, name, secret), "CLASS_NOT_FOUND");
  const { title, summary = "", parent = 0, parameters = [] } = contentBodies.classes.draft.parse(body);
  const [above] = await database.select().from(productClasses).where(eq(productClasses.id, parent));
  const inherited = above ? await parametersOn(database, above.path) : [];
  const all: Parameter[] = [...inherited, ...parameters];
  return {
    id,
    name: title,
    summary,
    path: [...(above ? await wayTo(database, above) : []), { id, name: title }],
    delisted: false,
    products: 0,
    children,
    preview: true,
    columns: all
      .filter(({ compare, type }) => compare && type !== "text")
      .map(({ key, name: column, unit }) => ({ key, name: column, unit, units: unit === "" ? [] : [unit] })),
    facets: [
      codeFacet("state", "状态", productStates),
      codeFacet("kind", "种类", productKinds),
      ...all.filter(({ filter }) => filter).flatMap(facetOf),
    ],
  };
}
