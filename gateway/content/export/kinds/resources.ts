import { resourceLanguages, versionStates } from "contract/resources/constants";
import { withoutEmpty } from "../exported-files";
import type { Typed } from "./texts";
import { filesByKey, nameOf, writesTexts } from "./writer";

export const writeResources = writesTexts({
  folder: "resources",
  present: ({ catalogue }) => filesByKey(catalogue.resources, ({ id }) => id),
  write(body, key, { files }) {
    const { title, summary, level, products, language, access, licence, replacedBy, versions, content } =
      body as Typed<"resources">;
    const front = {
      id: Number(key),
      title,
      summary,
      level,
      products,
      language: nameOf(resourceLanguages, language),
      access,
      licence,
      replacedBy,
      versions: versions.map(({ version, date, state, until, file, changes, ...own }) => {
        const { products: supported, tools, systems, ...elsewhere } = own;
        const supports = withoutEmpty({ products: supported, tools, systems });
        return withoutEmpty({
          version,
          date,
          state: nameOf(versionStates, state),
          until,
          ...(file && files.namedDocument(file)),
          ...elsewhere,
          supports: Object.keys(supports).length > 0 ? supports : undefined,
          changes: changes === undefined ? undefined : files.placed(changes),
        });
      }),
    };
    return { front, content: files.placed(content ?? "") };
  },
});
