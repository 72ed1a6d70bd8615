import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Lines } from "~/screens/moderator/traffic/lines";

test("a day whose number is not told is a gap in the chart, and no zero", () => {
  const day = (time: string, views: number | null, visits: number | null) => ({ time, views, visits });
  const drawn = (middle: number | null) =>
    renderToStaticMarkup(
      createElement(Lines, {
        times: [day("1", 10, 5), day("2", middle, middle), day("3", 10, 5)],
        views: 20,
        visits: 10,
      }),
    );
  const paths = (html: string) =>
    [...html.matchAll(/<path[^>]* d="([^"]*)"/g)].map(([, path]) => path?.split("M").length);
  expect(paths(drawn(0))).toEqual([2, 2]);
  expect(paths(drawn(null))).toEqual([3, 3]);
});
