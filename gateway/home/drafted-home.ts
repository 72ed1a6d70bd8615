import { contentBodies } from "contract/content/kinds/bodies";
import { homeDocument } from "../content/load/site/home";
import { readKept, sizedBy } from "../content/load/site/single";
import { previewedVersion } from "../content/previews/previewed-version";
import type { Database } from "../database/open";
import { pictureSizes } from "../files/pictures/picture-sizes";
import { found } from "../server/refusal";

/** The blocks and banners of the newest version that an editor saved. Throws CONTENT_NOT_FOUND without the right secret. */
export async function draftedHome(database: Database, secret: string) {
  const name = { kind: "home", key: "home" } as const;
  const { body, html } = found(await previewedVersion(database, name, secret), "CONTENT_NOT_FOUND");
  const { banners, blocks } = contentBodies.home.draft.parse(body);
  const names = [...banners, ...blocks.flatMap(({ links }) => links)].flatMap(({ picture }) =>
    picture.map((own) => own.name),
  );
  const stored = await pictureSizes(database, names);
  const drawn = sizedBy((await readKept(database, "home"))?.images ?? {});
  return homeDocument({
    body,
    html,
    sized: (picture) => {
      const size = stored.get(picture.name);
      return size?.width ? { ...picture, ...size } : drawn(picture);
    },
  });
}
