import { productKinds, productStates, replacementKinds } from "../../products/constants";
import type { ContentField } from "./field";

const namesOf = (choices: readonly { code: string; name: string }[]) =>
  Object.fromEntries(choices.map(({ code, name }) => [code, name]));

const [about, numbers, parts, pictures, words, tables, places] = [
  "基本信息",
  "参数",
  "订购",
  "图片",
  "正文",
  "引脚和物料",
  "关联",
];
const tableHint = "可以从表格软件里整块复制粘贴；手写时用竖线 | 隔开";

/** The form of a product. Its documents, notices and videos name it from their own forms. */
export const productWords = {
  title: { label: "名称", input: "line", section: about, max: 60 },
  summary: { label: "摘要", input: "line", section: about, max: 200, hint: "一句话，列表和分享时显示" },
  class: {
    label: "分类",
    input: "choice",
    section: about,
    hint: "参数跟着分类走；换分类后，只保留新分类也有的参数",
  },
  kind: { label: "种类", input: "choice", section: about, names: namesOf(productKinds) },
  state: { label: "生命周期", input: "choice", section: about, names: namesOf(productStates) },
  since: { label: "上市日期", input: "day", section: about, hint: "预览阶段填预计上市的日期" },
  lastOrder: { label: "最后订货日", input: "day", section: about, hint: "“最后采购”的产品要填" },
  params: { label: "参数", input: "params", section: numbers, max: 80 },
  parts: {
    label: "订货型号",
    input: "rows",
    row: "型号",
    section: parts,
    max: 60,
    columns: {
      number: { label: "型号", input: "line", max: 40 },
      package: { label: "封装", input: "line", max: 60 },
      temperature: { label: "工作温度", input: "line", max: 40, hint: "例如 -40~85 °C" },
      packing: { label: "包装", input: "line", max: 60 },
      buy: { label: "购买链接", input: "links", max: 10, hint: "每行一个：名称 https://…" },
    },
  },
  gallery: {
    label: "产品图片",
    input: "rows",
    row: "图片",
    section: pictures,
    max: 12,
    hint: "第一张用在列表里",
    columns: {
      name: { label: "图片", input: "picture" },
      alt: { label: "图片说明", input: "line", max: 120, hint: "给看不到图片的人" },
    },
  },
  pinout: {
    label: "引脚图",
    input: "rows",
    row: "图片",
    section: pictures,
    max: 1,
    columns: {
      name: { label: "图片", input: "picture" },
      alt: { label: "图片说明", input: "line", max: 120, hint: "给看不到图片的人" },
    },
  },
  content: { label: "介绍", input: "markdown", section: words, max: 100_000 },
  pins: {
    label: "引脚表",
    input: "table",
    row: "引脚",
    section: tables,
    max: 2_000,
    hint: tableHint,
    columns: {
      pin: { label: "引脚", input: "line", max: 12 },
      name: { label: "名称", input: "line", max: 60 },
      type: { label: "类型", input: "line", max: 20 },
      function: { label: "功能", input: "line", max: 200 },
    },
  },
  bom: {
    label: "物料清单",
    input: "table",
    row: "物料",
    section: tables,
    max: 1_000,
    hint: tableHint,
    columns: {
      designator: { label: "位号", input: "line", max: 200 },
      part: { label: "物料", input: "line", max: 80 },
      quantity: { label: "数量", input: "number" },
      note: { label: "备注", input: "line", max: 120 },
      product: { label: "站内产品的编号", input: "number" },
    },
  },
  replacedBy: {
    label: "替代产品",
    input: "rows",
    row: "替代产品",
    section: places,
    max: 10,
    hint: "最接近的排在前面",
    columns: {
      product: { label: "产品编号", input: "number" },
      kind: { label: "接近程度", input: "choice", names: namesOf(replacementKinds) },
    },
  },
  crossReferences: {
    label: "可替代的其他厂商型号",
    input: "rows",
    row: "型号",
    section: places,
    max: 60,
    hint: "搜索这些型号的人会找到这个产品",
    columns: {
      number: { label: "型号", input: "line", max: 60 },
      maker: { label: "厂商", input: "line", max: 40 },
      kind: { label: "接近程度", input: "choice", names: namesOf(replacementKinds) },
      note: { label: "注意", input: "line", max: 200, hint: "替换时要注意什么" },
    },
  },
  certifications: {
    label: "认证",
    input: "rows",
    row: "认证",
    section: places,
    max: 30,
    columns: {
      name: { label: "名称", input: "line", max: 60 },
      number: { label: "编号", input: "line", max: 60 },
      file: { label: "证书文件", input: "file" },
    },
  },
  tag: { label: "标签", input: "line", section: places, max: 20, hint: "产品页列出带这个标签的帖子" },
  section: { label: "提问的版块", input: "choice", section: places },
} as const satisfies Record<string, ContentField>;
