import type { Scene } from "../scene";
import { png } from "../upload-files";

const teacher = ({ tag }: Scene) => ({
  identity: "1",
  developtype: "teacher",
  school: "华中科技大学",
  teaMajor: "电子信息",
  eduBackground: "master",
  interestDirection: [tag],
});
const picture = await png();

/** Requests about what people say of themselves that are right in the scene. */
export const profileRequests = {
  getInfo: ({ other }: Scene) => ({ pk_user: other.id }),
  queryUserInfo: () => ({ developType: "student" as const }),
  updateUserInfo: (scene: Scene) => ({ editType: "2" as const, ...teacher(scene) }),
  updateExtendedInfo: (scene: Scene) => ({ ...teacher(scene), hobby: "焊接" }),
  industry: () => ({}),
  address: () => ({ regionid: "~" }),
  developerTypes: () => ({}),
  definitionByType: () => ({ type: "HS0011" }),
  fileUpload: () => ({ file: picture, filename: "头像.png", uploadtype: "1" as const }),
  verifyNickname: () => ({ nickname: "没人用过的名" }),
  ifUpdateNickname: () => ({}),
  updateNickname: ({ own }: Scene) => ({ nickname: `改名${own.tid}` }),
};
