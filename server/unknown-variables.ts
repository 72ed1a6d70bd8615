import { distanceWithin } from "gateway/search/distance";
import { secretVariables } from "../app/settings/portal-settings";

/** Shorter names are near to too much that belongs to others. */
const lengthMinimum = 6;
const plain = (name: string) => name.toUpperCase().replace(/[^A-Z]/g, "");

/**
 * Variables that nobody reads and that look like one of ours, with the one that was meant. Others live in the same
 * environment, so a name that is far from all of ours is none of our business.
 * @param known the names that are read; for each secret also `NAME_FILE`
 */
export function misspelt(
  names: readonly string[],
  known: readonly string[],
): { name: string; meant: string }[] {
  const ours = [...known, ...[...secretVariables].map((name) => `${name}_FILE`)];
  const nearest = (name: string) => {
    const own = plain(name);
    const same = ours.find((one) => plain(one) === own);
    if (same || own.length < lengthMinimum) return same;
    const most = own.length < 9 ? 1 : 2;
    const near = ours
      .filter((one) => one.length >= lengthMinimum)
      .map((one) => ({ one, distance: distanceWithin([...plain(one)], [...own], most) }))
      .filter(({ distance }) => distance !== null);
    return near.sort((a, b) => (a.distance ?? 0) - (b.distance ?? 0))[0]?.one;
  };
  return names.flatMap((name) => {
    const meant = ours.includes(name) ? undefined : nearest(name);
    return meant ? [{ name, meant }] : [];
  });
}
