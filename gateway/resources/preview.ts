import type { CallResponse } from "contract";
import { dayOf } from "contract/base/time";
import { contentBodies } from "contract/content/kinds/bodies";
import { asc, eq, inArray } from "drizzle-orm";
import { versionsInOrder } from "../content/editing/kinds/resources";
import { bestOf } from "../content/load/catalogue/resources";
import { previewedVersion } from "../content/previews/previewed-version";
import { products, resources } from "../database/schema";
import { signedMedia } from "../files/storage/signed";
import type { Services } from "../server/context";
import { found } from "../server/refusal";
import { hostOf } from "./detail";
import { levelPath, readLevels } from "./levels";
import { toResourceRow } from "./rows";
import { namedSupports } from "./support";

/**
 * The newest version of a resource as its page will show it; fields that a draft lacks are empty. Its files have
 * addresses, whoever may download them later: the preview is for those who hold its secret. The versions have no ids
 * yet, and are numbered from -1 downwards. Throws RESOURCE_NOT_FOUND without the right secret.
 */
export async function previewResource(
  services: Pick<Services, "database" | "settings" | "now">,
  id: number,
  secret: string,
): Promise<CallResponse<"resourceDetail">> {
  const { database, settings, now } = services;
  const name = { kind: "resources", key: String(id) } as const;
  const saved = found(await previewedVersion(database, name, secret), "RESOURCE_NOT_FOUND");
  const [html = "", ...changes] = saved.html;
  const draft = contentBodies.resources.draft.parse(saved.body);
  const { title, summary = "", level = 0, language = "zh", access = "open", licence = "" } = draft;
  const levels = await readLevels(services);
  const placed = await versionsInOrder(database, draft.versions, changes);
  const rows = placed.map(({ row }) => row);
  const best = bestOf({ versions: rows });
  const head = { pk_rm_resource: id, title, summary, levelId: level, language, access };
  const shown = {
    version: best?.version ?? "",
    date: best?.date ?? dayOf(saved.changedAt),
    bytes: best?.bytes ?? 0,
    fileType: best?.fileType ?? "",
  };
  const supports = await namedSupports(
    database,
    rows.map((row) => row.supports),
  );
  const [successor = null] = await database
    .select({ id: resources.id, name: resources.title })
    .from(resources)
    .where(eq(resources.id, draft.replacedBy ?? 0));
  return {
    ...toResourceRow({ ...head, ...shown, downloads: 0, delistedAt: null }, levels),
    licence,
    html,
    collected: 0,
    levels: levelPath(levels, level),
    products: await database
      .select({ id: products.id, name: products.name, summary: products.summary })
      .from(products)
      .where(inArray(products.id, draft.products ?? []))
      .orderBy(asc(products.id)),
    ask: null,
    versions: placed.map(({ row, html: changesHtml }, index) => ({
      id: -1 - index,
      version: row.version,
      date: row.date,
      state: row.state,
      until: row.until,
      fileType: row.fileType,
      originalName: row.originalName,
      bytes: row.bytes,
      sha256: row.sha256,
      host: row.url === null ? null : hostOf(row.url),
      address: row.fileName === null ? row.url : signedMedia(settings, row.fileName, now(), row.originalName),
      preview: null,
      previewAddress: null,
      text: null,
      supports: supports[index] ?? { products: [], tools: [], systems: [] },
      changesHtml,
      downloads: 0,
    })),
    updatedAt: saved.changedAt.toISOString(),
    replacedBy: successor,
    preview: true,
  };
}
