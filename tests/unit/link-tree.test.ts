import { expect, test } from "vitest";
import { packLinks, unpackLinks } from "~/shells/link-tree";

test("a tree of links comes out as it went in, with ids by place", () => {
  const leaf = (id: string, name: string) => ({ id, name, linkurl: `/products/details/${name}?a=1&b="2"` });
  const tree = [
    { ...leaf("0", "视觉"), children: [{ ...leaf("0-0", "<b>"), children: [leaf("0-0-0", "Hi3516"), leaf("0-0-1", "SS928")] }] },
    { ...leaf("1", "连接"), children: [] },
  ];
  expect(unpackLinks(packLinks(tree))).toEqual(tree);
  expect(unpackLinks(packLinks([]))).toEqual([]);
});
