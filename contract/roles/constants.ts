import type { RefusalTable } from "../base/constants";
import type { ContentKind } from "../content/kinds/words";

/** The roles that administrators grant. What needs no schema, so that pages are small. */
export const roles = {
  editor: { name: "编辑", does: "编辑、发布和下架指定种类的内容；产品和产品分类还可以限定到分类" },
  lecturer: { name: "讲师", does: "给指定的课程和它们的考试写草稿，也可以起草新的；由编辑发布" },
  moderator: { name: "版主", does: "处理指定版块的内容和用户" },
  analyst: { name: "分析员", does: "只看访问统计和管理概览的数字" },
} as const;
export type RoleName = keyof typeof roles;
export const roleNames = Object.keys(roles) as [RoleName, ...RoleName[]];

/** The roles that are rows of their own; who moderates which section is a row for each section. */
export type StaffRoleName = Exclude<RoleName, "moderator">;

/** The kinds of content of which lecturers write drafts: courses, and what belongs to one. */
export const lecturerKinds = ["courses", "exams"] as const satisfies readonly ContentKind[];

/** The most product classes that an editor's role names, the most courses of a lecturer's, and the most sections of one form. */
export const roleClassesMax = 100;
export const roleCoursesMax = 200;
export const roleSectionsMax = 200;

/** A role with an end ends at most so many days from now. */
export const roleDaysMax = 3_650;

export const rolesRefusals = {
  ROLE_HELD: { status: 409, message: "对方已经有这个角色，要改范围或期限，请在名单里改" },
  ROLE_NOT_HELD: { status: 409, message: "对方已经没有这个角色了，请刷新页面看现在的名单" },
  ROLE_CHANGED: { status: 409, message: "这个角色刚被别的管理员改过，请刷新页面看现在的范围和期限" },
  ROLE_END_PAST: { status: 422, message: "到期日要在今天或之后，最多十年" },
  ROLE_CLASS_NOT_FOUND: { status: 422, message: "没有这个产品分类，请刷新页面再选" },
  ROLE_COURSE_NOT_FOUND: { status: 422, message: "没有这门课程，请刷新页面再选" },
  ROLE_CLASSES_UNUSED: { status: 422, message: "选的内容都不按产品分类划分，请去掉分类，或者选上产品" },
} as const satisfies RefusalTable;
