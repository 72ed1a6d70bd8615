import { staffPages, visitedPages } from "contract/analytics/pages";
import { expect, it } from "vitest";
import { screens } from "../../app/navigation/screens";

it("every screen counts as a visit or as staff work, and no other code does", () => {
  const codes = new Set(screens.flatMap(({ pageCode }) => pageCode || []));
  expect(
    [...visitedPages, ...staffPages].sort(),
    "contract/analytics/pages.ts has the page code of every screen: among the visited ones, or those for staff",
  ).toEqual([...codes].sort());
  const staff = screens.filter(({ access }) => access === "forumAdmin").map(({ pageCode }) => pageCode);
  expect(staff.filter((code) => code && !staffPages.has(code))).toEqual([]);
});
