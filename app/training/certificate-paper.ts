import type { Certificate } from "contract/training/certificates/calls";
import { formatDay } from "~/format/time";

/** A time of studying in words: 45 分钟, 2 小时 5 分钟. */
export function studyTime(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return [hours > 0 ? `${hours} 小时` : "", rest > 0 || hours === 0 ? `${rest} 分钟` : ""]
    .filter(Boolean)
    .join(" ");
}

/** The name on a certificate. */
export const holderOf = ({ state, holder }: Pick<Certificate, "state" | "holder">): string =>
  state === "closed" ? "已注销" : holder;

/** The sentence of a certificate: what its holder achieved. */
export function certificateWords({
  course,
  pathId,
  lessons,
  studiedMinutes,
  exam,
  percent,
}: Certificate): string {
  return [
    `已学完${pathId === null ? "课程" : "学习路径"}《${course}》的全部 ${lessons} 课时`,
    studiedMinutes === null || studiedMinutes === 0 ? "" : `，实际学习 ${studyTime(studiedMinutes)}`,
    exam ? `，并以 ${percent ?? 0}% 的成绩通过“${exam}”` : "",
    "，特发此证。",
  ].join("");
}

/** The facts in the foot of a certificate; empty ones are left out. */
export function certificateFacts(certificate: Certificate): [term: string, value: string][] {
  const facts: [string, string][] = [
    ["编号", certificate.publicId],
    ["颁发", [certificate.issuer, formatDay(certificate.issuedAt)].filter(Boolean).join("，")],
    ["类别", [certificate.class, certificate.level].filter(Boolean).join(" · ")],
    ["讲师", certificate.lecturers.join("、")],
  ];
  return facts.filter(([, value]) => value !== "");
}
