/** Above a preview of a text that the gateway cannot lay out: it can be published, and readers see it so. */
export const asTypedNotice =
  "这篇内容的排版太复杂（表格、列表或标记过多），发表后会按原样显示，不带格式。可以精简，或分成几篇发表。";
