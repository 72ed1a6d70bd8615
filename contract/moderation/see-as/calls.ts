/** Administrators see pages as somebody else; what they may then read stands in contract/seen-as.ts. */
import { z } from "zod";
import { defineCall } from "../../base/call";
import { id, timestamp } from "../../base/fields";
import { reason } from "../fields";
import { seenKindNames } from "./constants";

export const seeAsCalls = {
  seeAs: defineCall({
    group: "moderator",
    summary:
      "For some minutes the session sees pages as a visitor, an ordinary member or a person, and can write nothing; entered in the log.",
    method: "POST",
    path: "/api/v1/moderator/see-as/start",
    body: "json",
    access: "admin",
    limit: "moderate",
    effect: "private",
    recentSignIn: true,
    request: z
      .object({
        as: z.enum(seenKindNames, "请选择以谁的身份查看"),
        /** The person, where a person is meant. */
        uid: id.optional(),
        reason,
      })
      .refine(({ as, uid }) => as !== "person" || uid !== undefined, {
        path: ["uid"],
        error: "请填写用户的 UID",
      }),
    response: z.object({ until: timestamp }),
  }),
  endSeeAs: defineCall({
    group: "moderator",
    summary: "The session sees pages as itself again; also when it did already.",
    method: "POST",
    path: "/api/v1/moderator/see-as/end",
    body: "json",
    access: "user",
    limit: "press",
    effect: "private",
    seenAs: "ends",
    request: z.object({}),
    response: z.object({ success: z.literal(true) }),
  }),
};
