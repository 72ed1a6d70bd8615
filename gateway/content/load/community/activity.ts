import { createHash } from "node:crypto";
import { subtractTime } from "contract/base/time";
import type { PackMember } from "../../pack/schemas/community";

/**
 * Follows, likes and favourites among demo members, so that the numbers on a fresh demo come from real rows. The choice
 * depends on the pack's keys alone: the same pack gives the same rows on every machine.
 */

/** A number in [0, 1) computed from the words. */
function draw(...words: (string | number)[]): number {
  return createHash("sha256").update(words.join("\n")).digest().readUInt32BE() / 2 ** 32;
}

/** An action of a member, such as a like, with its time. */
export interface Deed {
  member: string;
  at: Date;
}

/** A text that people may like or favourite. */
export interface Liked {
  /** Unique over the pack, such as `key#floor.depth`. */
  name: string;
  author: string;
  createdAt: Date;
}

const longestDelay = 20 * 86_400_000;

/** The members who like or favourite a text, each at a time after its writing and after their own joining. */
function doers(kind: string, text: Liked, chance: number, members: PackMember[], now: Date): Deed[] {
  return members.flatMap((member) => {
    if (
      member.key === text.author ||
      member.muted !== undefined ||
      draw(kind, text.name, member.key) >= chance
    )
      return [];
    const room = Math.min(longestDelay, now.getTime() - text.createdAt.getTime());
    const at = text.createdAt.getTime() + Math.floor(room * draw(kind, "when", text.name, member.key) ** 2);
    return at >= now.getTime() - member.joined ? [{ member: member.key, at: new Date(at) }] : [];
  });
}

/** The likes of a post. The first floor, digests and accepted answers get more. */
export function likesOf(
  post: Liked,
  standing: { first: boolean; digest: boolean; accepted: boolean },
  members: PackMember[],
  now: Date,
): Deed[] {
  const chance = standing.accepted ? 0.35 : standing.first ? (standing.digest ? 0.5 : 0.16) : 0.05;
  return doers("like", post, chance, members, now);
}

/** The favourites of a topic. */
export function favoritesOf(topic: Liked, digest: boolean, members: PackMember[], now: Date): Deed[] {
  return doers("favorite", topic, digest ? 0.3 : 0.07, members, now);
}

/** The people, sections and tags that a member follows, by kind and key (a tag's key is its name). */
export function followsOf(
  follower: PackMember,
  targets: { kind: "user" | "section" | "tag"; key: string; popular: boolean }[],
  now: Date,
): { kind: "user" | "section" | "tag"; key: string; at: Date }[] {
  const chances = { user: 0.12, section: 0.2, tag: 0.05 };
  return targets.flatMap(({ kind, key, popular }) => {
    if (kind === "user" && key === follower.key) return [];
    if (draw("follow", kind, key, follower.key) >= chances[kind] * (popular ? 3 : 1)) return [];
    return [
      {
        kind,
        key,
        at: new Date(
          now.getTime() - Math.floor(follower.joined * draw("follow", "when", kind, key, follower.key)),
        ),
      },
    ];
  });
}

/** The members who searched for a text in the last days: fewer for later texts, and never fewer than the minimum. */
export function searchersOf(
  text: string,
  place: number,
  least: number,
  members: PackMember[],
  now: Date,
): Deed[] {
  const count = Math.max(least, Math.round(members.length * (0.8 - 0.07 * place)));
  return members
    .map(({ key }) => ({ key, drawn: draw("search", text, key) }))
    .sort((one, other) => one.drawn - other.drawn)
    .slice(0, count)
    .map(({ key }) => ({
      member: key,
      at: subtractTime(now, Math.floor(4 * 86_400_000 * draw("search", "when", text, key)), "millisecond"),
    }));
}
