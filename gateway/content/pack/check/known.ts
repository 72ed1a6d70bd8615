import type { PackFolder } from "../pack-files";
import { type Catalogue, nodesOf } from "../parse/catalogue";
import type { DraftPack } from "../parse-pack";
import type { Problem } from "../problems";

/** What there is of a kind. Where a file that may have more of it could not be read, everything is there. */
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

/** Everything of a pack that something else can name, by what it is named by. */
export interface Known {
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
  courses: Names<number>;
  lessons: Names<number>;
  exams: Names<number>;
  /** Keys of members; those who have an account already may be named by email. */
  members: Names<string>;
  sections: Names<number>;
  sectionKeys: Names<string>;
  /** In small letters. */
  tags: Names<string>;
  pictures: Names<string>;
  files: Names<string>;
  about: boolean;
  /** The parts that a pack may leave out; it says nothing of addresses in those it has not. */
  has: { products: boolean; resources: boolean; news: boolean; training: boolean };
}

/** What there is in a pack, as far as it could be read. @param problems what was wrong with its files so far */
export function knownOf(
  { sections, tags, topics, pictures, members }: DraftPack,
  catalogue: Catalogue,
  { texts, binaries }: Pick<PackFolder, "texts" | "binaries">,
  problems: Problem[],
): Known {
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
  const named = tags !== null || !texts.has("tags.yaml");
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
      named && readable(/^topics\//),
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
