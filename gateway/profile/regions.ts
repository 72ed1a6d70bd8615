import { rootRegion } from "contract/profile/fields";

/** A region of spec 5.2: a province, city or county, each with a code of six digits. */
export interface Region {
  pkregion: string;
  name: string;
  /** The region that contains it; "~" for a province. */
  parent: string;
}

interface Regions {
  byCode: Map<string, Region>;
  byParent: Map<string, Region[]>;
}

/** The code of the parent: the digits of the province or the city, and zeros. */
function parentOf(code: string): string {
  if (code.endsWith("0000")) return rootRegion;
  return code.endsWith("00") ? `${code.slice(0, 2)}0000` : `${code.slice(0, 4)}00`;
}

async function readRegions(): Promise<Regions> {
  const { areaList } = await import("@vant/area-data");
  const { province_list, city_list, county_list } = areaList;
  const all = [province_list, city_list, county_list].flatMap((list) => Object.entries(list));
  const rows = all.map(([pkregion, name]): Region => ({ pkregion, name, parent: parentOf(pkregion) }));
  const byParent = new Map<string, Region[]>();
  for (const row of rows) byParent.set(row.parent, [...(byParent.get(row.parent) ?? []), row]);
  return { byCode: new Map(rows.map((row) => [row.pkregion, row])), byParent };
}

let regions: Promise<Regions> | undefined;
/** The national list takes half a megabyte of memory, so it is loaded at the first request. */
function allRegions(): Promise<Regions> {
  regions ??= readRegions();
  return regions;
}

/** The regions directly below one, ordered by code; none below a county or an unknown code. */
export async function regionsBelow(code: string): Promise<(Region & { leaf: boolean })[]> {
  const { byParent } = await allRegions();
  return (byParent.get(code) ?? []).map((row) => ({ ...row, leaf: !byParent.has(row.pkregion) }));
}

export interface Address {
  province: string;
  city: string;
  county: string;
}

/** The province and the city of a county; null for a code that is no county. */
export async function addressOf(county: string): Promise<Address | null> {
  const { byCode, byParent } = await allRegions();
  const city = byCode.get(byCode.get(county)?.parent ?? "");
  return city && city.parent !== rootRegion && !byParent.has(county)
    ? { province: city.parent, city: city.pkregion, county }
    : null;
}

/** "广东省 深圳市 南山区"; a city that is its own province is named once, and unknown codes are left out. */
export async function regionName({ province, city, county }: Address): Promise<string> {
  const { byCode } = await allRegions();
  const names = [province, city, county].flatMap((code) => byCode.get(code)?.name ?? []);
  return [...new Set(names)].join(" ");
}
