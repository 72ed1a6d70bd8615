import type { Pack } from "./parse-pack";

/** A person to whom a pack gives a role, named by a member's key or by the email of a registered account. */
export interface NamedPerson {
  file: string;
  role: "版主" | "组织者" | "评委" | "讲师";
  name: string;
}

/** All people to whom a pack gives a role. */
export function namedPeople({ sections, catalogue }: Pack): NamedPerson[] {
  const moderators = sections.groups
    .flatMap((group) => group.sections)
    .flatMap(({ moderators: names = [] }) => names)
    .map((name) => ({ file: "sections.yaml", role: "版主" as const, name }));
  const people = catalogue.activities.flatMap(({ file, front: { organisers, works } }) => [
    ...organisers.map((name) => ({ file, role: "组织者" as const, name })),
    ...(works?.judges ?? []).map((name) => ({ file, role: "评委" as const, name })),
  ]);
  const lecturers = (catalogue.lecturers?.value.lecturers ?? []).flatMap(({ account }) =>
    account ? [{ file: "lecturers.yaml", role: "讲师" as const, name: account }] : [],
  );
  const seen = new Set<string>();
  return [...moderators, ...people, ...lecturers].filter(({ file, role, name }) => {
    const key = `${file} ${role} ${name.toLowerCase()}`;
    return !seen.has(key) && seen.add(key);
  });
}

/** The message about a person without an account. It is only a warning, because a first load finds no accounts. */
export const unregistered = ({ file, role, name }: NamedPerson) =>
  name.includes("@")
    ? `${file}：${role} ${name} 还没有注册账号，注册后再装载一次才有权限`
    : `${file}：${role} ${name} 没有账号（members.yaml 里的成员只在演示模式装载），没有给权限`;

/** The message about a person who is no member of the pack, for a check without a database. */
export const toRegister = ({ file, role, name }: NamedPerson) =>
  `${file}：${role} ${name} 不在 members.yaml 里，装载时要已经注册过账号，没有注册的先不给权限`;
