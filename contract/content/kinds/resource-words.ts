import { type resourceAccess, resourceLanguages, versionStates } from "../../resources/constants";
import type { ContentField } from "./field";

const namesOf = (choices: readonly { code: string; name: string }[]) =>
  Object.fromEntries(choices.map(({ code, name }) => [code, name]));

const accessNames: Record<(typeof resourceAccess)[number], string> = {
  open: "所有人",
  login: "登录后",
  disclaimer: "登录并同意免责声明后",
};

const [about, words, versions, places] = ["基本信息", "正文", "版本", "关联"];

/** The form of a resource with its versions. */
export const resourceWords = {
  title: { label: "标题", input: "line", section: about, max: 120 },
  summary: { label: "摘要", input: "line", section: about, max: 200, hint: "一句话，可不填" },
  level: { label: "资源分类", input: "choice", section: about },
  language: { label: "语言", input: "choice", section: about, names: namesOf(resourceLanguages) },
  access: { label: "谁可以下载", input: "choice", section: about, names: accessNames },
  licence: { label: "许可", input: "line", section: about, max: 120, hint: "例如 Apache-2.0，可不填" },
  versions: {
    label: "各个版本",
    input: "rows",
    row: "版本",
    section: versions,
    max: 100,
    addsFirst: true,
    foldedBy: ["version", "date"],
    hint: "列表显示日期最新的正式版；发布一个新版本会通知关注其产品的人",
    columns: {
      version: {
        label: "版本号",
        input: "line",
        max: 40,
        hint: "只由字母、数字和 . _ + - 组成；改了就是另一个版本，下载次数重新数",
      },
      date: { label: "发布日期", input: "day" },
      state: { label: "状态", input: "choice", names: namesOf(versionStates), preset: "current" },
      until: { label: "支持到", input: "day", hint: "可不填" },
      file: { label: "文件", input: "document" },
      url: { label: "或者站外地址", input: "line", max: 2_000, hint: "https://…；大文件放在别处时填" },
      bytes: { label: "站外文件的字节数", input: "number", max: 13, hint: "填了站外地址才填" },
      sha256: { label: "站外文件的 SHA-256", input: "line", max: 64, hint: "填了站外地址才填" },
      products: { label: "支持的产品", input: "ids", max: 200, hint: "产品编号，用空格或换行隔开" },
      tools: { label: "支持的工具", input: "ids", max: 50, hint: "资源编号，用空格或换行隔开" },
      systems: { label: "支持的系统", input: "list", max: 20, hint: "每行一个，例如 Ubuntu 22.04" },
      changes: { label: "更新说明", input: "lines", max: 20_000, hint: "支持 Markdown" },
    },
  },
  content: { label: "说明", input: "markdown", section: words, max: 100_000 },
  products: { label: "适用的产品", input: "products", section: places, max: 500 },
  replacedBy: {
    label: "被哪个资源替代",
    input: "number",
    section: places,
    hint: "资源编号，可不填；下架后页面指向它",
  },
} as const satisfies Record<string, ContentField>;
