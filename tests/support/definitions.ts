import type { Database } from "gateway/database/open";
import { documents } from "gateway/database/schema";
import { type Definitions, definitionsDocument } from "gateway/profile/definitions";

const option = (code: string, name: string) => ({ pkdefdoc: code, name, code });

/** Short lists of choices, instead of a pack's. */
export const definitions: Definitions = {
  developerTypes: [
    { pkdefdoc: "1", name: "个人开发者", code: "individual" },
    { pkdefdoc: "2", name: "企业开发者", code: "enterprise" },
  ],
  identityTypes: [option("engineer", "工程师"), option("student", "学生"), option("teacher", "老师")],
  education: [option("undergraduate", "本科"), option("master", "硕士")],
  industries: [
    {
      ...option("C", "制造业"),
      children: [option("C39", "计算机、通信和其他电子设备制造业"), option("C38", "电气机械和器材制造业")],
    },
    { ...option("I", "信息传输、软件和信息技术服务业"), children: [option("I65", "软件和信息技术服务业")] },
  ],
};

/** Saves the lists and makes them current. */
export async function saveDefinitions(database: Database): Promise<void> {
  await database
    .insert(documents)
    .values({ key: definitionsDocument, value: definitions })
    .onConflictDoNothing();
}
