import { describe, expect, test } from "vitest";
import { roomOf } from "~/failure/room";
import { leadsOn } from "~/navigation/screen-row";
import { screens } from "~/navigation/screens";

describe("a page that does not exist", () => {
  test.each([
    ["/products/details/999999", "/products/index"],
    ["/h5/resources/details/0", "/resources/index"],
    ["/trainingClass/details/x", "/trainingClass"],
    ["/training/anything", "/trainingClass"],
    ["/eventActivities/details/999", "/eventActivities/index"],
    ["/events/1", "/eventActivities/index"],
    ["/information/details/9", "/information/index"],
    ["/tags/9", "/tags"],
  ])("%s leads to its own room, %s", (address, room) => {
    expect(roomOf(address)?.path).toBe(room);
  });

  test("in the forum, or at no known address, links to the forum alone", () => {
    expect(roomOf("/hsforum/thread-9-1-1.html")).toBeNull();
    expect(roomOf("/constructor")).toBeNull();
  });

  test.each(["/products", "/resources", "/training", "/events", "/certificate"])(
    "%s redirects to a page",
    (path) => {
      const row = screens.find((screen) => screen.path === path);
      expect(row && leadsOn(row)).toBe(true);
    },
  );

  test("a redirect to a moderators' page asks for the sign-in, and a redirecting address shows no page", () => {
    const leading = screens.filter(leadsOn);
    expect(leading.find(({ path }) => path === "/moderator")?.access).toBe("forumAdmin");
    expect(leading.every(({ file, title }) => file.endsWith("redirects.tsx") && title === "")).toBe(true);
  });
});
