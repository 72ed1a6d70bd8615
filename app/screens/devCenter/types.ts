import type { MenuFlag } from "contract/site/constants";
import type { IconName } from "~/ui/icon-names.gen";

/** The texts and icons of the development centre's parts (spec 3.1). */
export const typeNames: Record<MenuFlag, { name: string; text: string; icon: IconName }> = {
  docs: { name: "文档", text: "数据手册、硬件设计与应用笔记", icon: "file-text" },
  tool: { name: "SDK 与工具", text: "SDK、工具、系统镜像与示例", icon: "tool" },
  evaluationBoard: { name: "评估板", text: "开发板和套件，连同它们的资料", icon: "circuit-board" },
  solution: { name: "解决方案", text: "整机与行业方案", icon: "bulb" },
  referenceCases: { name: "参考案例", text: "可以照着做的项目", icon: "stack" },
  trainingMaterials: { name: "培训资料", text: "课件、实验手册与教材", icon: "school" },
};
export const typeOrder: MenuFlag[] = [
  "docs",
  "tool",
  "evaluationBoard",
  "solution",
  "referenceCases",
  "trainingMaterials",
];
