/**
 * Shown above the preview of a text that is too complex for the gateway to format. The text can still be published;
 * readers then see it without formatting.
 */
export const asTypedNotice =
  "这篇内容的排版太复杂（表格、列表或标记过多），发表后会按原样显示，不带格式。可以精简，或分成几篇发表。";
