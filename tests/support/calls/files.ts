import type { CallsOf } from "../call-rows";

/** The calls of files in tests. */
export const calls: CallsOf<"files"> = {
  uploadInfo: { who: "signedIn", request: () => ({}) },
  uploadFile: {
    who: "phoneBound",
    lost: "added",
    unreached: "With a file, or a whole profile: uploads.test.ts, profile-form.test.ts, feedback.test.ts.",
    request: () => ({ file: Buffer.from("boot: ok\n串口 115200\n"), filename: "启动日志.log" }),
  },
};
