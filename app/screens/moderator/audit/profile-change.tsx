import { Avatar } from "~/ui/avatar";
import own from "./audit.module.css";

interface Change {
  field: string;
  before: string;
  after: string;
}

const fieldNames: Record<string, string> = {
  nickname: "昵称",
  avatar: "头像",
  largeAvatar: "大头像",
  fullName: "姓名",
  companyName: "公司",
  industry: "行业",
  post: "岗位",
  eduBackground: "学历",
  school: "学校",
  leaMajor: "所学专业",
  teaMajor: "所教专业",
  entryDate: "入学时间",
  age: "年龄",
  hobby: "爱好",
  identity: "开发者类型",
  developtype: "身份类型",
  interestDirection: "感兴趣的方向",
  def1: "补充说明",
};

const pictures = new Set(["avatar", "largeAvatar"]);

/** The old and the new value of a profile field; pictures are large enough to be judged. */
export function ProfileChange({ field, before, after }: Change) {
  const name = fieldNames[field] ?? field;
  const show = (value: string) =>
    pictures.has(field) ? <Avatar icon={value || null} size={72} /> : value || "（空）";
  return (
    <div className={own.change}>
      <dt>{name}</dt>
      <dd>
        <span className={own.side}>原来</span>
        {show(before)}
      </dd>
      <dd data-new>
        <span className={own.side}>改为</span>
        {show(after)}
      </dd>
    </div>
  );
}
