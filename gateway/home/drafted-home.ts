import { contentBodies } from "contract/content/kinds/bodies";
import { homeDocument } from "../content/load/site/home";
import { imagesOf } from "../content/load/site/images";
import { sizedBy } from "../content/load/site/single";
import { previewedVersion } from "../content/previews/previewed-version";
import type { Database } from "../database/open";
import { found } from "../server/refusal";
import { type StoredHome, withUsual } from "./home-document";

/** The blocks and banners of the newest version that an editor saved. Throws CONTENT_NOT_FOUND without the right secret. */
export async function draftedHome(database: Database, secret: string): Promise<StoredHome> {
  const name = { kind: "home", key: "home" } as const;
  const { body, html } = found(await previewedVersion(database, name, secret), "CONTENT_NOT_FOUND");
  const { banners, blocks } = contentBodies.home.draft.parse(body);
  const names = [...banners, ...blocks.flatMap(({ links }) => links)].flatMap(({ picture }) =>
    picture.map((own) => own.name),
  );
  return withUsual(homeDocument({ body, html, sized: sizedBy(await imagesOf(database, names)) }));
}
