/** What a topic's title can be highlighted in. */
export const highlights = { red: "红色", amber: "橙色", green: "绿色", blue: "蓝色" } as const;
export type Highlight = keyof typeof highlights;
export const highlightNames = Object.keys(highlights) as [Highlight, ...Highlight[]];
