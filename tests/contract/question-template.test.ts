import { eq } from "drizzle-orm";
import { sections } from "gateway/database/schema";
import { expect, it } from "vitest";
import { startGateway } from "../support/gateway";

const gateway = startGateway();
const template = "**芯片型号：**\n\n**日志：**\n";

it("a section's template comes with its classes, and an unfilled template is refused", async () => {
  const [author, section] = [await gateway().member(), await gateway().section()];
  expect((await gateway().ok("topicClasses", { fid: section.fid })).template).toBe("");
  await gateway()
    .database.update(sections)
    .set({ questionTemplate: template })
    .where(eq(sections.id, section.fid));
  expect((await gateway().ok("topicClasses", { fid: section.fid })).template).toBe(template);

  const request = { fid: section.fid, classId: null, title: "串口没有输出", tags: [] };
  const untouched = { ...request, content: `\n${template}  `, submissionId: "template-untouched-1" };
  const refused = await gateway().refused("submitTopic", untouched, "TEMPLATE_UNTOUCHED", author);
  expect(refused.fields?.content?.[0]).toContain("模板");
  const content = template.replace("芯片型号：**", "芯片型号：** Hi3861");
  const { tid } = await gateway().ok("submitTopic", { ...untouched, content }, author);
  await gateway().refused("editTopic", { ...request, tid, content: template }, "TEMPLATE_UNTOUCHED", author);
});
