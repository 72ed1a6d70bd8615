import { rootRegion } from "contract/profile/fields";
import fc from "fast-check";
import { addressOf, regionName, regionsBelow } from "gateway/profile/regions";
import { beforeAll, describe, expect, it } from "vitest";

type Regions = Awaited<ReturnType<typeof regionsBelow>>;
let provinces: Regions;
beforeAll(async () => {
  provinces = await regionsBelow(rootRegion);
});
/** A random region of these. */
const pick = (regions: Regions, draw: number) =>
  regions[draw % regions.length] ?? { pkregion: "", name: "", parent: "", leaf: false };

describe("the region cascade (spec 5.2)", () => {
  it("starts with the 34 provinces, each once", () => {
    expect([provinces.length, new Set(provinces.map(({ pkregion }) => pkregion)).size]).toEqual([34, 34]);
  });

  it("leads from any province over any of its cities to a county in three steps, and back from the county alone", async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(), fc.nat(), fc.nat(), async (first, second, third) => {
        const province = pick(provinces, first);
        const city = pick(await regionsBelow(province.pkregion), second);
        const county = pick(await regionsBelow(city.pkregion), third);
        expect([province.leaf, city.leaf, county.leaf]).toEqual([false, false, true]);
        expect([city.parent, county.parent, await regionsBelow(county.pkregion)]).toEqual([
          province.pkregion,
          city.pkregion,
          [],
        ]);
        const address = await addressOf(county.pkregion);
        expect(address).toEqual({
          province: province.pkregion,
          city: city.pkregion,
          county: county.pkregion,
        });
        const names = [...new Set([province.name, city.name, county.name])].join(" ");
        expect(address && (await regionName(address))).toBe(names);
      }),
      { numRuns: 300 },
    );
  });

  it("has nothing below an unknown region, and no address for an unknown county", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.string(),
          fc.constantFrom(rootRegion, "440000", "440300", "__proto__", "constructor", "990000"),
        ),
        async (code) => {
          fc.pre(!/^\d{6}$/.test(code) || code.endsWith("00"));
          expect(await addressOf(code)).toBeNull();
          if (!/^(?:~|\d{6})$/.test(code)) expect(await regionsBelow(code)).toEqual([]);
        },
      ),
    );
    expect(await regionName({ province: "", city: "", county: "" })).toBe("");
  });
});
