import { paths } from "~/navigation/paths";

/** The queries that fill the form of a new topic. */
interface DraftOrigin {
  draft?: string | undefined;
  fid?: number | undefined;
  classId?: number | undefined;
  title: string;
  tags: string;
  lesson?: number | undefined;
  t?: number | undefined;
  quote?: number | undefined;
  version?: number | undefined;
  notice?: string | undefined;
  at?: number | undefined;
}

/**
 * A 32-bit hash of the texts, as hex. Different texts may get the same one, with a chance of one in four thousand
 * million.
 */
function hashOf(texts: string[]): string {
  let hash = 0x811c9dc5;
  for (const character of texts.join("\n")) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  }
  return hash.toString(16).padStart(8, "0");
}

/**
 * The key of the draft that belongs to an address. Each origin of a new topic has its own draft, so that a question
 * about one product never shows the text begun about another. Empty for a topic without an origin.
 */
export function draftKeyOf(origin: DraftOrigin): string {
  const { draft, fid, classId, title, tags, lesson, t, quote, version, notice, at } = origin;
  if (draft) return draft;
  if (lesson) return t ? `lesson-${lesson}-${t}` : `lesson-${lesson}`;
  if (quote || notice)
    return `page-${hashOf([quote, version, notice, at].map((part) => String(part ?? "")))}`;
  const more = classId || title || tags ? hashOf([String(classId ?? ""), title, tags]) : "";
  return [fid ? `fid-${fid}` : "", more].filter((part) => part !== "").join("-");
}

export const newTopicTarget = (key: string) => (key ? `topic:new:${key}` : "topic:new");

/** The key of a new topic's draft; null for a draft of something else. */
export function newTopicKey(target: string): string | null {
  const [, found] = /^topic:new(?::(.+))?$/.exec(target) ?? [null, null];
  return found === null ? null : (found ?? "");
}

/** The address of the editor for the draft with this key. */
export const newTopicPath = (key: string) => (key ? paths.newTopicDraft(key) : paths.newTopic());
