import type { PackFolder } from "../pack-files";
import { type Catalogue, nodesOf } from "../parse/catalogue";
import type { DraftPack } from "../parse-pack";
import type { Problem } from "../problems";

/** The known names of a kind. When a file with more of them was not readable, every name counts as known. */
export class Names<Key> {
  private readonly all: Set<Key>;

  constructor(
    names: Iterable<Key>,
    private readonly complete: boolean,
  ) {
    this.all = new Set(names);
  }

  has(name: Key): boolean {
    return !this.complete || this.all.has(name);
  }
}

/** The keys of everything in a pack that other parts can name. */
export interface KnownKeys {
  classes: Names<number>;
  products: Names<number>;
  notices: Names<string>;
  levels: Names<number>;
  resources: Names<number>;
  videos: Names<number>;
  news: Names<number>;
  categories: Names<number>;
  courseClasses: Names<number>;
  courseLevels: Names<number>;
  lecturers: Names<number>;
  paths: Names<number>;
  courses: Names<number>;
  lessons: Names<number>;
  exams: Names<number>;
  /** Keys of members. People with an account may be named by email instead. */
  members: Names<string>;
  sections: Names<number>;
  sectionKeys: Names<string>;
  /** In lower case. */
  tags: Names<string>;
  pictures: Names<string>;
  files: Names<string>;
  about: boolean;
  /** Whether the pack has each optional part. Addresses in a missing part are not checked. */
  has: { products: boolean; resources: boolean; news: boolean; training: boolean };
}

/** The known keys of a pack. @param problems the problems so far, which tell the unreadable files */
export function knownOf(
  { sections, tags, topics, pictures, members }: DraftPack,
  catalogue: Catalogue,
  { texts, binaries }: Pick<PackFolder, "texts" | "binaries">,
  problems: Problem[],
): KnownKeys {
  const readable = (pattern: RegExp) => !problems.some(({ file }) => pattern.test(file));
  const forum = sections?.value.groups.flatMap((group) => group.sections) ?? [];
  const mapped = tags?.value.groups.flatMap((group) => group.tags.map(({ name }) => name)) ?? [];
  const paths = [...binaries.keys()];
  const nodes = (of: Parameters<typeof nodesOf>[0] | undefined, file: RegExp) =>
    new Names(
      nodesOf(of ?? [], "").map(({ node }) => node.id),
      readable(file),
    );
  const numbers = (texts: { front: { id: number } }[], folder: RegExp) =>
    new Names(
      texts.map(({ front }) => front.id),
      readable(folder),
    );
  const hasTags = tags !== null || !texts.has("tags.yaml");
  return {
    classes: nodes(catalogue.classes?.value.classes, /^products\.yaml$/),
    products: numbers(catalogue.products, /^products\//),
    notices: new Names(
      catalogue.notices.map(({ front }) => front.number),
      readable(/^notices\//),
    ),
    levels: nodes(catalogue.levels?.value.levels, /^resources\.yaml$/),
    resources: numbers(catalogue.resources, /^resources\//),
    videos: nodes(catalogue.videos?.value.videos, /^videos\.yaml$/),
    news: numbers(catalogue.news, /^news\//),
    categories: nodes(catalogue.categories?.value.categories, /^news\.yaml$/),
    courseClasses: nodes(catalogue.training?.value.classes, /^training\.yaml$/),
    courseLevels: nodes(catalogue.training?.value.levels, /^training\.yaml$/),
    lecturers: nodes(catalogue.lecturers?.value.lecturers, /^lecturers\.yaml$/),
    paths: nodes(
      catalogue.paths?.value.paths.map(({ id }) => ({ id })),
      /^paths\.yaml$/,
    ),
    courses: numbers(catalogue.courses, /^courses\//),
    lessons: new Names(
      catalogue.courses.flatMap(({ front }) =>
        front.chapters.flatMap(({ lessons }) => lessons.map(({ id }) => id)),
      ),
      readable(/^courses\//),
    ),
    exams: new Names(
      catalogue.exams.map(({ value }) => value.id),
      readable(/^exams\//),
    ),
    members: new Names(members?.value.members.map(({ key }) => key) ?? [], members !== null),
    sections: new Names(
      forum.map(({ id }) => id),
      sections !== null,
    ),
    sectionKeys: new Names(
      forum.map(({ key }) => key),
      sections !== null,
    ),
    tags: new Names(
      [...mapped, ...topics.flatMap((topic) => topic.tags)].map((name) => name.toLowerCase()),
      hasTags && readable(/^topics\//),
    ),
    pictures: new Names(
      [...pictures.keys(), ...paths.filter((path) => path.startsWith("images/"))],
      readable(/^images\//),
    ),
    files: new Names(
      paths.filter((path) => !path.startsWith("images/")),
      readable(/^(?:files|media)\//),
    ),
    about: texts.has("about.md"),
    has: {
      products: texts.has("products.yaml"),
      resources: texts.has("resources.yaml"),
      news: texts.has("news.yaml"),
      training: texts.has("training.yaml"),
    },
  };
}
