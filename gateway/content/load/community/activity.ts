import { createHash } from "node:crypto";
import { subtractTime } from "contract/base/time";
import type { PackMember } from "../../pack/schemas/community";

/**
 * Follows, likes and favourites among demo members, so that the numbers on a fresh demo are real rows.
 * Everything is drawn from the pack's keys alone: the same pack gives the same rows on every machine.
 */

/** A number in [0, 1) that depends on the words only. */
function draw(...words: (string | number)[]): number {
  return createHash("sha256").update(words.join("\n")).digest().readUInt32BE() / 2 ** 32;
}

/** One thing that a member did, and when. */
export interface Deed {
  member: string;
  at: Date;
}

/** What is known of a text that people may like or favourite. */
export interface Liked {
  /** Unique over the pack, such as `key#floor.depth`. */
  name: string;
  author: string;
  createdAt: Date;
}

const longestDelay = 20 * 86_400_000;

/** Members who did something with a text, each at a moment after it was written and after they joined. */
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

/** Who likes a post. The first floor, digests and accepted answers are liked more. */
export function likesOf(
  post: Liked,
  standing: { first: boolean; digest: boolean; accepted: boolean },
  members: PackMember[],
  now: Date,
): Deed[] {
  const chance = standing.accepted ? 0.35 : standing.first ? (standing.digest ? 0.5 : 0.16) : 0.05;
  return doers("like", post, chance, members, now);
}

/** Who favourites a topic. */
export function favoritesOf(topic: Liked, digest: boolean, members: PackMember[], now: Date): Deed[] {
  return doers("favorite", topic, digest ? 0.3 : 0.07, members, now);
}

/** Whom and what a member follows, by kind and key (a tag's key is its name). */
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

/** Who of the members searched for a text in the last days, fewer the further behind it stands, and at least so many. */
export function searchersOf(
  text: string,
  place: number,
  least: number,
  members: PackMember[],
  now: Date,
): Deed[] {
  const wanted = Math.max(least, Math.round(members.length * (0.8 - 0.07 * place)));
  return members
    .map(({ key }) => ({ key, drawn: draw("search", text, key) }))
    .sort((one, other) => one.drawn - other.drawn)
    .slice(0, wanted)
    .map(({ key }) => ({
      member: key,
      at: subtractTime(now, Math.floor(4 * 86_400_000 * draw("search", "when", text, key)), "millisecond"),
    }));
}
