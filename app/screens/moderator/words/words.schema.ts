import { entry, importMax, tryMax, wordLevel, wordMax } from "contract/moderation/words/fields";
import { z } from "zod";

export const wordForm = entry.and(z.object({ was: z.string().trim().max(wordMax, "词语有误").default("") }));

export const removeForm = z.object({
  words: z
    .array(z.string().max(wordMax, "词语有误"), "请先选择要移除的词")
    .min(1, "请先选择要移除的词")
    .max(500, "一次最多移除 500 个词"),
});

export const tryForm = z.object({
  sample: z
    .string("请填写要测试的文字")
    .max(tryMax, `测试的文字不能超过 ${tryMax.toLocaleString("en-US")} 字`)
    .refine((text) => text.trim() !== "", "请填写要测试的文字"),
});

export const importForm = z.object({
  text: z
    .string("请粘贴词语，或选择文件")
    .max(importMax, "内容太长，请分几次导入")
    .refine((text) => text.trim() !== "", "请粘贴词语，或选择文件"),
  level: wordLevel,
});
