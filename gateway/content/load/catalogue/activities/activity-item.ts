import type { activities, PackImage } from "../../../../database/schema";
import type { PackFolder } from "../../../pack/pack-files";
import type { Pack } from "../../../pack/parse-pack";
import type { ActivityFront } from "../../../pack/schemas/activities";
import type { Places } from "../../files/places";
import type { TextItem } from "../../files/texts";
import { fingerprintOfValue } from "../../rows/changes";

/** An activity as a load writes it. */
export interface ActivityItem extends TextItem {
  key: number;
  front: ActivityFront;
  cover: (typeof activities.$inferInsert)["cover"];
  speakers: (typeof activities.$inferInsert)["speakers"];
  attachments: (typeof activities.$inferInsert)["attachments"];
  /** The pictures of the winners in its home, in their order. */
  winners: (PackImage | null)[];
}

/** The activities of a pack, without their rendered texts. */
export function activityItems(
  { catalogue }: Pack,
  { binaries }: Pick<PackFolder, "binaries">,
  places: Places,
): ActivityItem[] {
  return catalogue.activities.map(({ front, source }) => {
    const cover = front.cover ? places.image(front.cover) : null;
    const speakers = front.speakers.map(({ name, title = "", introduction = "", image }) => ({
      name,
      title,
      introduction,
      picture: image === undefined ? null : places.image({ image, alt: name }),
    }));
    const attachments = front.attachments.map(({ name, file, url = null }) => ({
      name,
      url,
      fileName: file === undefined ? null : places.nameOf(file),
      bytes: file === undefined ? 0 : (binaries.get(file)?.bytes ?? 0),
    }));
    const winners = (front.home?.winners ?? []).map(({ image, title }) =>
      image === undefined ? null : places.image({ image, alt: title }),
    );
    return {
      key: front.id,
      front,
      cover,
      speakers,
      attachments,
      winners,
      sources: [source, front.rules ?? "", front.home?.recap ?? ""],
      fingerprint: fingerprintOfValue([
        ...[front, cover, speakers, attachments, source],
        // An activity without a home keeps the fingerprint that it had before there were any.
        ...(winners.length > 0 ? [winners] : []),
      ]),
    };
  });
}
