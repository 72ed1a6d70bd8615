import { describe, expect, test } from "vitest";
import { roomOf } from "~/failure/room";
import { leadsOn } from "~/navigation/screen-row";
import { screens } from "~/navigation/screens";

describe("a page that is not there", () => {
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

  test("the forum's and what is nowhere lead to the forum alone", () => {
    expect(roomOf("/hsforum/thread-9-1-1.html")).toBeNull();
    expect(roomOf("/constructor")).toBeNull();
  });

  test.each(["/products", "/resources", "/training", "/events", "/certificate"])("%s leads on", (path) => {
    const row = screens.find((screen) => screen.path === path);
    expect(row && leadsOn(row)).toBe(true);
  });

  test("what leads on to where only moderators go asks who they are, and nothing that leads on shows a page", () => {
    const leading = screens.filter(leadsOn);
    expect(leading.find(({ path }) => path === "/moderator")?.access).toBe("forumAdmin");
    expect(leading.every(({ file, title }) => file.endsWith("redirects.tsx") && title === "")).toBe(true);
  });
});
