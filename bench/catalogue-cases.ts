import { type CallName, contract } from "contract";

type AskAnything = (name: CallName, request: never) => Promise<unknown>;

interface CatalogueCase {
  name: string;
  call: string;
  request: object;
}

/**
 * The calls of the catalogue's pages, each with a request that is valid in all catalogues (catalogue-data.ts). Calls
 * without a row in the contract are left out.
 */
const requests: CatalogueCase[] = [
  {
    name: "产品分类，筛选",
    call: "productList",
    request: { id: 1, filters: { "p.p1.min": ["100"], state: ["production"] } },
  },
  { name: "产品分类，不筛选", call: "productList", request: { id: 1 } },
  {
    name: "产品分类，按表头和列",
    call: "productList",
    request: { id: 1, order: "-p.p30", columns: ["p1", "p2", "p30", "p40"] },
  },
  { name: "产品对比", call: "productCompare", request: { ids: [7, 8, 9, 10] } },
  { name: "产品详情", call: "productInfo", request: { id: 7 } },
  { name: "资料列表", call: "searchResource", request: {} },
  { name: "资料，模糊条件", call: "searchResource", request: { text: "w7" } },
  { name: "资料，按分类", call: "resourceByClass", request: { classId: 1 } },
  { name: "资料详情", call: "resourceDetail", request: { pk_rm_resource: 7 } },
  { name: "搜索，订购型号", call: "fullTextSearch", request: { text: "WS7-Q1", kind: "products" } },
  { name: "搜索资料，少见的词", call: "fullTextSearch", request: { text: "w7", kind: "resources" } },
  {
    name: "搜索资料，筛选",
    call: "fullTextSearch",
    request: { text: "w7", kind: "resources", classId: 1, fileType: "zip" },
  },
  { name: "搜索文档内容，少见的词", call: "fullTextSearch", request: { text: "w7", kind: "documents" } },
  { name: "搜索文档内容，常见的词", call: "fullTextSearch", request: { text: "低功耗", kind: "documents" } },
  { name: "在文档内查找", call: "resourcePages", request: { version: 1, text: "低功耗" } },
  { name: "搜索，打错的型号", call: "fullTextSearch", request: { text: "W7S-Q1", kind: "products" } },
  { name: "搜索，别家的型号", call: "fullTextSearch", request: { text: "XR7-T1", kind: "products" } },
  { name: "搜索建议，型号", call: "searchSuggest", request: { text: "WS7" } },
];

/** The cases whose calls exist in the contract. */
export const catalogueCases = requests
  .filter(({ call }) => call in contract)
  .map(({ name, call, request }) => ({
    name,
    run: (ask: AskAnything) => ask(call as CallName, request as never),
  }));
