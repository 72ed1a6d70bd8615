import type { CallInput } from "contract";
import { documents, tags } from "gateway/database/schema";
import { tagGroupsDocument } from "gateway/forum/tags/tag-rows";
import { type Definitions, definitionsDocument } from "gateway/profile/definitions";
import type { Account } from "gateway/server/context";
import type { Member, TestGateway } from "./test-gateway";
import { next } from "./test-gateway";

const option = (pkdefdoc: string, name: string, code = pkdefdoc) => ({ pkdefdoc, name, code });

const lists: Definitions = {
  developerTypes: [option("1", "个人开发者", "individual"), option("2", "企业开发者", "enterprise")],
  identityTypes: [option("engineer", "工程师"), option("student", "学生"), option("teacher", "老师")],
  education: [option("bachelor", "本科"), option("master", "硕士")],
  industries: [
    {
      ...option("chips", "芯片与器件"),
      children: [option("chips-design", "芯片设计"), option("chips-test", "封装测试")],
    },
    { ...option("home", "智能家居"), children: [option("home-lock", "智能门锁")] },
  ],
};

/** Saves the choices of profiles and four tags on the tag map. Resolves to the tags' ids. */
export async function addProfileLists({ database }: TestGateway): Promise<string[]> {
  await database.insert(documents).values({ key: definitionsDocument, value: lists }).onConflictDoNothing();
  await database
    .insert(documents)
    .values({ key: tagGroupsDocument, value: ["方向"] })
    .onConflictDoNothing();
  const names = ["蓝牙", "电机控制", "图像处理", "RISC-V"];
  const rows = await database
    .insert(tags)
    .values(names.map((name) => ({ name, groupName: "方向" })))
    .returning({ id: tags.id });
  return rows.map(({ id }) => String(id));
}

const shenzhen = { province: "440000", city: "440300", county: "440305" };

type Extended = Omit<Extract<CallInput<"updateUserInfo">, { editType: "2" }>, "editType">;

/** Complete extended information, of each set (spec 5.6). */
export const wholeExtended = {
  engineer: {
    identity: "1",
    developtype: "engineer",
    companyName: "晨星电子",
    industry: "chips-design",
    post: "驱动工程师",
    eduBackground: "master",
  },
  student: {
    identity: "1",
    developtype: "student",
    school: "江南大学",
    leaMajor: "微电子",
    eduBackground: "bachelor",
    entryDate: "2024",
  },
  teacher: {
    identity: "1",
    developtype: "teacher",
    school: "江南大学",
    teaMajor: "嵌入式系统",
    eduBackground: "master",
  },
  enterprise: {
    identity: "2",
    fullName: "周明",
    companyName: "晨星电子",
    industry: "home-lock",
    post: "经理",
    eduBackground: "bachelor",
  },
} satisfies Record<string, Partial<Extended>>;

/**
 * A member with both contacts bound, whose information is saved through the front door: complete, or only the given
 * fields.
 */
export async function profiled(
  gateway: TestGateway,
  interests: string[],
  extended: Partial<Extended> | null = wholeExtended.engineer,
  account: Partial<Account> = {},
): Promise<Member> {
  const member = await gateway.member({ email: `p${process.pid}-${next()}@example.com`, ...account });
  const basic = { editType: "1" as const, username: member.nickname, sex: "3" as const, ...shenzhen };
  await gateway.ok("updateUserInfo", basic, member);
  if (extended)
    await gateway.ok(
      "updateUserInfo",
      { editType: "2", interestDirection: interests.slice(0, 1), ...extended } as never,
      member,
    );
  return member;
}
