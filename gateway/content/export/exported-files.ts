import { filesPrefix } from "contract/base/wire";
import { stringify } from "yaml";
import { fileName } from "../../files/storage/store";
import { pictureAddresses } from "../pack/check/pictures";
import type { PackFolder } from "../pack/pack-files";

/** A picture of a body, as a pack names it. */
export const pictured = (files: ExportedFiles, { name, alt }: { name: string; alt: string }) => ({
  image: files.picture(name),
  alt,
});

/** Characters that the name of a pack's file may not have. */
const unfit = /[^A-Za-z0-9._-]+/g;

/** The files of a pack that is being written: its texts, and the stored file behind each other path. */
export class ExportedFiles {
  readonly texts: Map<string, string>;
  /** The name of the stored file by its path in the pack. */
  readonly stored: Map<string, string>;
  /** What a pack cannot carry, in words for the operator. */
  readonly lost: string[] = [];
  readonly #pathsByName: Map<string, string>;

  /** @param folder the pack that was loaded last; @param binaries the stored name of each of its other files */
  constructor({ texts }: Pick<PackFolder, "texts">, binaries: { path: string; name: string }[]) {
    this.texts = new Map([...texts].map(([path, content]) => [path, content.toString("utf8")]));
    this.stored = new Map(binaries.map(({ path, name }) => [path, name]));
    const drawings = [...texts].filter(([path]) => path.endsWith(".svg"));
    this.#pathsByName = new Map([
      ...binaries.map(({ path, name }) => [name, path] as const),
      ...drawings.map(([path, content]) => [fileName({ content, type: "image/svg+xml" }), path] as const),
    ]);
  }

  /** The path of a stored picture; one that the pack has not yet gets a path of its own. */
  picture(name: string): string {
    const present = this.#pathsByName.get(name);
    return present ?? this.#add(`images/${name}`, name);
  }

  /** The path of a stored document without a name of its own for readers. */
  document(name: string): string {
    return this.#pathsByName.get(name) ?? this.#add(`files/${name}`, name);
  }

  /** The path of a stored video, or of its captions. */
  recording(name: string): string {
    return this.#pathsByName.get(name) ?? this.#add(`media/${name}`, name);
  }

  /** A stored document as a pack names it, with the name for its readers where its path does not say it. */
  namedDocument({ fileName: name, originalName }: { fileName: string; originalName: string }) {
    const present = this.#pathsByName.get(name);
    const file = present ?? this.#add(this.#freePath(name, originalName), name);
    return file.endsWith(`/${originalName}`) ? { file } : { file, originalName };
  }

  /** A path after the name that readers see, as far as a pack allows it. */
  #freePath(name: string, originalName: string): string {
    const ending = name.slice(name.lastIndexOf("."));
    const stem = originalName
      .slice(0, -ending.length)
      .replace(unfit, "-")
      .replace(/^[-._]+|[-._]+$/g, "");
    const paths = [`files/${stem.slice(0, 90)}${ending}`, `files/${name}`];
    return paths.find((path) => stem !== "" && !this.stored.has(path)) ?? `files/${name}`;
  }

  /** Whether a text shows a stored picture. */
  hasPicture(source: string): boolean {
    return [...source.matchAll(pictureAddresses)].some((match) => match[4] !== undefined);
  }

  /** A text with the pack's paths in place of the addresses of stored pictures. */
  placed(source: string): string {
    return source.replace(
      pictureAddresses,
      (whole: string, _fence: unknown, _ticks: unknown, opening?: string, address?: string) =>
        opening !== undefined && address !== undefined
          ? `${opening}${this.picture(address.slice(filesPrefix.length))}`
          : whole,
    );
  }

  /** Writes a Markdown file with its front matter. Fields that are undefined or empty lists are left out. */
  writeText(path: string, front: Record<string, unknown>, content: string): void {
    const body = content.trim();
    this.texts.set(path, `---\n${yamlOf(withoutEmpty(front))}---\n${body === "" ? "" : `${body}\n`}`);
  }

  writeYaml(path: string, value: Record<string, unknown>): void {
    this.texts.set(path, yamlOf(value));
  }

  #add(path: string, name: string): string {
    this.stored.set(path, name);
    if (!this.#pathsByName.has(name)) this.#pathsByName.set(name, path);
    return path;
  }
}

const yamlOf = (value: Record<string, unknown>) => stringify(value, { lineWidth: 0 });

/** An object without its undefined fields, empty texts and empty lists, which a pack leaves out too. */
export const withoutEmpty = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).filter(
      ([, value]) => value !== undefined && value !== "" && !(Array.isArray(value) && value.length === 0),
    ),
  );
