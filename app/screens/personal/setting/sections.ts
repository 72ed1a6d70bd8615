import type { FunctionComponent } from "react";
import { Close } from "./close";
import { Consents } from "./consents";
import { Data } from "./data";
import { General } from "./general";
import { Notices } from "./notices";
import { Password } from "./password";
import { Sessions } from "./sessions";

/**
 * The sections of /personalCenter/setting in the order of their tabs. `?section=` has the name; without it the page
 * shows the first section.
 */
const sections = [
  { name: "general", title: "通用", Component: General },
  { name: "notices", title: "通知", Component: Notices },
  { name: "password", title: "修改密码", Component: Password },
  { name: "sessions", title: "登录设备", Component: Sessions },
  { name: "privacy", title: "同意记录", Component: Consents },
  { name: "data", title: "数据导出", Component: Data },
  { name: "close", title: "注销账号", Component: Close },
] as const;

export type SectionName = (typeof sections)[number]["name"];

interface Section {
  name: SectionName;
  title: string;
  /** Renders the data that the section's `load` returns. */
  Component: FunctionComponent<{ data: never }>;
}

export const settingSections: readonly Section[] = sections;

export const sectionNames = sections.map(({ name }) => name) as [SectionName, ...SectionName[]];
