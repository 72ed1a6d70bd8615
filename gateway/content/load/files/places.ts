import type { PackImage } from "../../../database/schema";
import { fileAddress, fileName } from "../../../files/storage/store";
import type { BinaryFacts } from "../../pack/check/binaries";
import { placePictures } from "../../pack/check/pictures";
import type { PackFolder } from "../../pack/pack-files";
import type { Pack } from "../../pack/parse-pack";
import { renderPackText } from "../../render";
import { storageName } from "./store-files";

/** The addresses of a pack's files once they are stored. */
export interface Places {
  /** The storage name of a file or picture of the pack. */
  nameOf(path: string): string;
  image(picture: { image: string; alt: string }): PackImage;
  /** A text of the pack with the addresses of stored pictures in place of its paths. */
  placed(source: string): string;
  /** The HTML of a text of the pack, with addresses of stored pictures. */
  render(source: string): Promise<string>;
}

/** The places of a checked pack's files. Storage names are hashes of the contents. */
export function placesOf(pack: Pack, { binaries }: Pick<PackFolder, "binaries">, facts: BinaryFacts): Places {
  const names = new Map([...binaries.values()].map((binary) => [binary.path, storageName(binary)]));
  for (const [path, content] of pack.pictures) names.set(path, fileName({ content, type: "image/svg+xml" }));
  const nameOf = (path: string) => {
    const name = names.get(path);
    if (name === undefined) throw new Error(`no stored file for ${path}`);
    return name;
  };
  const sizes = new Map(
    [...facts.pictures]
      .filter(([path, { width }]) => width > 0 && names.has(path))
      .map(([path, size]) => [fileAddress(nameOf(path)), size]),
  );
  const placed = (source: string) => placePictures(source, (path) => fileAddress(nameOf(path)));
  return {
    nameOf,
    placed,
    image: ({ image, alt }) => ({
      name: nameOf(image),
      alt,
      ...(facts.pictures.get(image) ?? { width: 0, height: 0 }),
    }),
    render: async (source) => (source === "" ? "" : renderPackText(placed(source), { sizes })),
  };
}

/** The pictures and files of a pack that its catalogue or the home page names. */
export function usedPaths({ catalogue, site }: Pack, all: Iterable<string>): string[] {
  const { products, notices, resources, videos, news, about, activities } = catalogue;
  const { courses, exams, lecturers, talents } = catalogue;
  const key = JSON.stringify([
    [
      ...[...products, ...notices, ...resources, ...news, ...courses, ...activities],
      ...[about, talents].filter((text) => text !== null),
    ].map(({ front, source }) => [front, source]),
    [videos?.value ?? null, lecturers?.value ?? null, exams.map(({ value }) => value), site],
  ]);
  return [...all].filter((path) => key.includes(path));
}
