import { beforeEach, describe, expect, it, vi } from "vitest";
import { KeptViews } from "../../server/page-cache/kept-views";

describe("views of cached pages", () => {
  const sent: [number, number][][] = [];
  let views: KeptViews;
  beforeEach(() => {
    sent.length = 0;
    vi.useFakeTimers();
    views = new KeptViews((counted) => sent.push([...counted]));
    return () => vi.useRealTimers();
  });

  it("are sent together some seconds later, by topic, for both shells", () => {
    views.add("/hsforum/thread-7-1-1.html", "1.1.1.1");
    views.add("/h5/hsforum/thread-7-2-1.html?order=likes", "2.2.2.2");
    views.add("/hsforum/thread-8-1-1.html", "1.1.1.1");
    views.add("/forum/all", "1.1.1.1");
    expect(sent).toEqual([]);
    vi.advanceTimersByTime(3_000);
    expect(sent).toEqual([
      [
        [7, 2],
        [8, 1],
      ],
    ]);
    vi.advanceTimersByTime(60_000);
    expect(sent.length).toBe(1);
  });

  it("from one address count once, however often the page is loaded", () => {
    for (let count = 0; count < 50; count += 1) views.add("/hsforum/thread-7-1-1.html", "1.1.1.1");
    views.flush();
    expect(sent).toEqual([[[7, 1]]]);
    views.flush();
    expect(sent.length).toBe(1);
  });
});
