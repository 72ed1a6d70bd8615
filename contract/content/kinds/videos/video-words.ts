import type { ContentField } from "../field";

const [about, film, places] = ["基本信息", "视频和封面", "关联"];

/** The form of a video. */
export const videoWords = {
  title: { label: "标题", input: "line", section: about, max: 80 },
  summary: { label: "摘要", input: "line", section: about, max: 300, hint: "一句话，可不填" },
  date: { label: "日期", input: "day", section: about },
  video: {
    label: "视频文件",
    input: "video",
    section: film,
    hint: "从站内已有的视频里选，字幕随视频一起；新的视频由内容包带来",
  },
  poster: {
    label: "封面",
    input: "rows",
    row: "封面",
    section: film,
    max: 1,
    hint: "不放就用这段视频原来的封面",
    columns: { name: { label: "封面", input: "picture" } },
  },
  products: { label: "相关产品", input: "products", section: places, max: 50 },
} as const satisfies Record<string, ContentField>;
