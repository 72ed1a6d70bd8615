import { distanceWithin } from "gateway/search/distance";
import { secretVariables } from "../app/settings/portal-settings";

/** Shorter names are too similar to variables of other programs. */
const lengthMinimum = 6;
const plain = (name: string) => name.toUpperCase().replace(/[^A-Z]/g, "");

/**
 * Unknown variables whose names look like one of ours, each with the one that was probably meant. Names that are not
 * similar belong to other programs.
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
    const suggestion = ours.includes(name) ? undefined : nearest(name);
    return suggestion ? [{ name, meant: suggestion }] : [];
  });
}
