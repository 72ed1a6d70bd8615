import type { CallRequest, CallResponse } from "contract";
import { kindsOfType } from "contract/development/calls";
import type { MenuFlag } from "contract/site/constants";
import { and, eq, inArray, isNull } from "drizzle-orm";
import { products, resources, resourceVersions } from "../database/schema";
import { signedMedia } from "../files/storage/signed";
import { countsOf, type Level, levelsWithin, readLevels } from "../resources/levels";
import { listResources } from "../resources/list";
import type { CallContext, Services } from "../server/context";
import { found } from "../server/refusal";
import { countedProducts } from "./products";
import { readDevelopment, readMenu } from "./types";

type Group = CallResponse<"devResourcesByType">["types"][number];

/** The numbers of resources and boards in each part of the menu. */
const shownResources = 5;
const shownBoards = 8;

/** The topmost levels of a type. The levels below them are not included. */
function topLevels(levels: Map<number, Level>, type: MenuFlag): Group["levels"] {
  const levelsLeft = levelsWithin(levels, undefined, kindsOfType[type]);
  const ids = new Set(levelsLeft.map(({ id }) => id));
  return levelsLeft
    .filter(({ path }) => !path.slice(0, -1).some((above) => ids.has(above)))
    .map(({ id, name }) => ({ id, name }));
}

/** The newest resources of each visible part of the menu; for evaluation boards, products. */
export async function resourcesByType(
  services: Pick<CallContext, "database" | "now" | "texts">,
  { types, prodId }: CallRequest<"devResourcesByType">,
): Promise<Group[]> {
  const { database } = services;
  const menu = await readMenu(database);
  const levels = await readLevels(services);
  const groups: Group[] = [];
  for (const type of [...new Set(types)].filter((one) => menu[one])) {
    const kinds = kindsOfType[type];
    if (kinds.length === 0) {
      const boards = prodId === undefined ? await countedProducts(database, { boards: shownBoards }) : [];
      groups.push({ type, levels: [], resources: [], products: boards, total: boards.length });
      continue;
    }
    const list = await listResources(services, {
      kinds,
      prodId,
      text: "",
      order: "newest",
      page: 1,
    });
    groups.push({
      type,
      levels: topLevels(levels, type),
      products: [],
      total: list.total,
      resources: list.resources.slice(0, shownResources),
    });
  }
  return groups;
}

/** The levels of a type as a tree, with the numbers of a product's resources or of all. */
export const countsFor = (database: Services["database"], prodId: number | undefined) =>
  countsOf(database, prodId === undefined ? { scope: "all" } : { scope: "product", id: prodId });

/** The parts of a version that can be seen before it is downloaded. */
export async function previewInfo(
  version: number,
  { database, settings, now }: CallContext,
): Promise<CallResponse<"devPreviewInfo">> {
  const [selected] = await database
    .select({ version: resourceVersions, access: resources.access })
    .from(resourceVersions)
    .innerJoin(resources, eq(resources.id, resourceVersions.resourceId))
    .where(and(eq(resourceVersions.id, version), isNull(resourceVersions.delistedAt)));
  const { version: row, access } = found(selected, "RESOURCE_VERSION_NOT_FOUND");
  const { resourceId: pk_rm_resource, originalName, entries, fileName, fileType, state } = row;
  const viewable = access === "open" && fileType === "pdf" && fileName !== null && state !== "withdrawn";
  return {
    pk_rm_resource,
    version: row.version,
    originalName,
    entries,
    address: viewable ? signedMedia(settings, fileName, now(), originalName) : null,
  };
}

/** The quick starts whose board, SDK and program are all listed. */
export async function quickStarts(
  database: Services["database"],
): Promise<CallResponse<"devQuickStarts">["result"]> {
  const links = (await readDevelopment(database)).quickStarts;
  const programs = links.flatMap(({ program }) => ("resource" in program ? [program.resource] : []));
  const resourceIds = [...new Set([...links.map(({ sdk }) => sdk), ...programs])];
  if (links.length === 0) return [];
  const boards = await database
    .select({ id: products.id, name: products.name })
    .from(products)
    .where(
      and(
        isNull(products.delistedAt),
        inArray(
          products.id,
          links.map(({ board }) => board),
        ),
      ),
    );
  const files = await database
    .select({ id: resources.id, name: resources.title, version: resources.version })
    .from(resources)
    .where(and(isNull(resources.delistedAt), inArray(resources.id, resourceIds)));
  return links.flatMap(({ id, title, summary, ...steps }) => {
    const board = boards.find((row) => row.id === steps.board);
    const sdk = files.find((row) => row.id === steps.sdk);
    const { program } = steps;
    const first =
      "linkurl" in program
        ? { name: "第一个程序", linkurl: program.linkurl }
        : files
            .filter((row) => row.id === program.resource)
            .map(({ name }) => ({ name, linkurl: `/resources/details/${program.resource}` }))[0];
    return board && sdk && first ? [{ id, title, summary, board, sdk, program: first }] : [];
  });
}
