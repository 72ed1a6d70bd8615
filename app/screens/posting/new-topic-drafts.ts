import { paths } from "~/navigation/paths";

/** The queries that a new topic can begin with. */
interface DraftOrigin {
  draft?: string | undefined;
  fid?: number | undefined;
  classId?: number | undefined;
  title: string;
  tags: string;
  lesson?: number | undefined;
  t?: number | undefined;
}

/** A short name of some texts; two that differ have different ones, but for a chance of one in four thousand millions. */
function hashOf(texts: string[]): string {
  let hash = 0x811c9dc5;
  for (const character of texts.join("\n")) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  }
  return hash.toString(16).padStart(8, "0");
}

/**
 * Which of one's drafts of new topics an address is about: each thing that a topic can be begun about has one of its own, so
 * that a question about one product never brings the text that was begun about another. Empty for a topic begun with
 * nothing.
 */
export function draftKeyOf({ draft, fid, classId, title, tags, lesson, t }: DraftOrigin): string {
  if (draft) return draft;
  if (lesson) return t ? `lesson-${lesson}-${t}` : `lesson-${lesson}`;
  const more = classId || title || tags ? hashOf([String(classId ?? ""), title, tags]) : "";
  return [fid ? `fid-${fid}` : "", more].filter((part) => part !== "").join("-");
}

export const newTopicTarget = (key: string) => (key ? `topic:new:${key}` : "topic:new");

/** The key of a new topic's draft; null for a draft of something else. */
export function newTopicKey(target: string): string | null {
  const [, found] = /^topic:new(?::(.+))?$/.exec(target) ?? [null, null];
  return found === null ? null : (found ?? "");
}

/** Where the draft of a key is written on. */
export const newTopicPath = (key: string) => (key ? paths.newTopicDraft(key) : paths.newTopic());
