import { sql } from "drizzle-orm";
import * as tables from "../../database/schema";
import { fileContents } from "../../files/storage/content";
import { describeFile, leftOut, named } from "../describe";

/** The texts of a site, and what editors' forms have of them. Other documents are the program's: its progress, its keys, and marks of its stores. */
const ofTheSite = sql`(t.key in ('navbar', 'navbar-typed', 'footer', 'banners', 'home', 'menu', 'about', 'development',
  'definitions', 'universityTalents', 'tag-groups', 'glossary') or t.key like 'content:%')`;

/** A recording that arrives in pieces is not there before its last one. */
const isComplete = sql`not exists (select 1 from video_uploads_begun begun where begun.file_name = t.name)`;

export const siteFiles = [
  describeFile(
    "site-texts",
    tables.documents,
    "Small texts of the site: navigation, home page, banners, lists of codes.",
    {
      key: "its key",
      value: "its value",
      updatedAt: "when it was changed last",
    },
    { where: ofTheSite },
  ),
  describeFile(
    "files",
    tables.files,
    "Stored files: pictures, attachments, videos, documents. Its name never changes what it contains.",
    {
      name: "its name",
      type: "its type",
      content: leftOut("under `files/`", sql`''::bytea`),
      location: leftOut("where this portal keeps it"),
      bytes: "for the operator's files and videos: the size in bytes",
      sha256: "for the operator's files and videos: the SHA-256 of the whole file",
      entries: "the first 2,000 entries of an operator's ZIP; null for other files",
      width: "the size of a pack's picture in pixels; null for others",
      height: "in pixels",
      neededAt:
        "the last time at which it was stored or a text used it. Files that are unused for long are deleted",
      createdAt: "when it was made",
    },
    { content: fileContents, where: isComplete },
  ),
  describeFile(
    "picture-sizes",
    tables.imageVariants,
    "Smaller versions of a pack's pictures, each a stored file.",
    {
      fileName: "its stored name",
      width: "in pixels",
      height: "in pixels",
      variantName: "the stored name of the smaller picture",
    },
  ),
  describeFile(
    "old-ids",
    tables.importedIds,
    "Ids in a forum that was brought in, and here: for its old addresses, and for later runs of that import.",
    {
      source: "the name of the imported board",
      kind: "its kind",
      oldId: "the id there",
      newId: "the id here",
      parentId: "the new topic of a post, or the new post of a file",
      written: "whether it is written. Posts get their ids before their texts, which link to each other",
    },
  ),
  describeFile("policies", tables.policies, "Policies as they are now.", {
    id: "its id",
    title: "its title",
    version: "its version",
    source: "the text, in Markdown",
    html: "the text as it is shown, in HTML",
    updatedAt: "when it was changed last",
  }),
  describeFile(
    "post-attachments",
    tables.postAttachments,
    "The attachments that a post's text links to, updated with the text. People who may read the post may download them.",
    {
      postId: named("pid", ""),
      uploadId: "",
    },
  ),
  describeFile(
    "searches",
    tables.searchQueries,
    "What was searched for, with the number of people in seven days; nobody's name.",
    {
      text: "what was typed",
      people: "how many people searched for it",
      lastAt: "when the last one was",
    },
  ),
  describeFile(
    "sensitive-words",
    tables.sensitiveWords,
    "Sensitive words, from content packs and administrators.",
    {
      word: "the word",
      level:
        "`refuse` rejects the text, `review` needs a moderator's review first, `replace` puts asterisks or `replacement` in place of the word",
      replacement: "what stands in its place",
      editedAt: "the time of an administrator's change. Then a content pack does not change the word",
      removedAt:
        "the time of removal by an administrator. The row stays, so that no content pack adds the word again",
    },
  ),
  describeFile(
    "uploads",
    tables.uploads,
    "Pictures and attachments that people uploaded. `files` has their contents.",
    {
      id: "its id",
      accountId: named("uid", ""),
      kind: "its kind",
      fileName: "its stored name",
      originalName: "the name of the person's file",
      bytes: "its size in bytes",
      width: "pixels; null for attachments",
      height: "in pixels",
      downloads: "how often it was downloaded",
      createdAt: "when it was made",
    },
  ),
];
