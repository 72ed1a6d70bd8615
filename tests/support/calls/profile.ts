import type { CallsOf } from "../call-rows";
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

/** The calls of profiles in tests. */
export const calls: CallsOf<"profile"> = {
  getInfo: { who: "signedIn", request: ({ other }: Scene) => ({ pk_user: other.id }) },
  queryUserInfo: {
    who: "signedIn",
    subjectOf: ["/personalCenter/info"],
    request: () => ({ developType: "student" as const }),
  },
  updateUserInfo: {
    who: "signedIn",
    lost: "undone",
    unreached: "With a file, or a whole profile: uploads.test.ts, profile-form.test.ts, feedback.test.ts.",
    request: (scene: Scene) => ({ editType: "2" as const, ...teacher(scene) }),
  },
  updateExtendedInfo: {
    who: "signedIn",
    lost: "undone",
    request: (scene: Scene) => ({ ...teacher(scene), hobby: "焊接" }),
  },
  industry: { who: "signedIn", request: () => ({}) },
  address: { who: "signedIn", request: () => ({ regionid: "~" }) },
  developerTypes: { who: "signedIn", request: () => ({}) },
  definitionByType: { who: "signedIn", request: () => ({ type: "HS0011" }) },
  fileUpload: {
    who: "unmuted",
    lost: "undone",
    unreached: "With a file, or a whole profile: uploads.test.ts, profile-form.test.ts, feedback.test.ts.",
    request: () => ({ file: picture, filename: "头像.png", uploadtype: "1" as const }),
  },
  verifyNickname: { who: "signedIn", request: () => ({ nickname: "没人用过的名" }) },
  ifUpdateNickname: { who: "signedIn", request: () => ({}) },
  updateNickname: {
    who: "unmuted",
    lost: "undone",
    request: ({ own }: Scene) => ({ nickname: `改名${own.tid}` }),
  },
};
