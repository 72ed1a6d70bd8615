/** Reasons that are given again and again; whoever moderates writes their own as well. */
export const reasonTemplates = [
  "违反版规",
  "广告或推广",
  "与版块主题无关",
  "重复发帖",
  "人身攻击或不友善",
  "内容涉嫌侵权",
  "标题不清楚，请修改后再发",
  "内容优质，推荐给大家",
];

export function ReasonTemplates({ id }: { id: string }) {
  return (
    <datalist id={id}>
      {reasonTemplates.map((text) => (
        <option key={text} value={text} />
      ))}
    </datalist>
  );
}
