import { z } from "zod";
import { email, phone } from "../account/identity";
import { cleanText } from "../base/fields";
import {
  adviceTextMax,
  adviceTextMin,
  complaintReasons,
  complaintTextMax,
  complaintTextMin,
  suggestionTypes,
} from "./constants";

/**
 * The fields of suggestions and complaints to the operator (spec 2.4, 2.7) with the Chinese messages, and the message
 * for the complaint frame. Shared by the portal's forms, the gateway and the gateway's own complaint page.
 */

/** The names of a record of choices, for zod's enum. */
export const namesOf = <Name extends string>(choices: Record<Name, string>) =>
  Object.keys(choices) as [Name, ...Name[]];

/** A typed text; invisible characters do not count. */
const words = (minimum: number, maximum: number, missing: string) =>
  z
    .string(missing)
    .transform((value) => cleanText(value).trim())
    .pipe(
      z.string().superRefine((value, context) => {
        const message =
          value === ""
            ? missing
            : [...value].length < minimum
              ? `请写得具体一些，至少 ${minimum} 个字`
              : value.length > maximum
                ? `内容不能超过 ${maximum} 个字`
                : null;
        if (message) context.addIssue({ code: "custom", message });
      }),
    );

/** How the operator may reach the author: a phone number or an email (spec 5.5), or nothing. */
export const contactField = z
  .string("请填写正确的手机号或邮箱")
  .optional()
  .transform((value, context) => {
    const text = cleanText(value ?? "").trim();
    if (text === "") return "";
    const parsed = text.includes("@") ? email.safeParse(text) : phone.safeParse(text);
    if (parsed.success) return parsed.data;
    context.addIssue({ code: "custom", message: "请填写正确的手机号或邮箱" });
    return z.NEVER;
  });

export const suggestionFields = {
  type: z.enum(namesOf(suggestionTypes), "请选择建议类型"),
  text: words(adviceTextMin, adviceTextMax, "请填写内容"),
  contact: contactField,
};
export const complaintFields = {
  reason: z.enum(namesOf(complaintReasons), "请选择投诉原因"),
  text: words(complaintTextMin, complaintTextMax, "请说明投诉的内容"),
  contact: contactField,
};

const contextText = (maximum: number) =>
  z
    .string("投诉的来源有误")
    .max(maximum, "投诉的来源有误")
    .transform((value) => cleanText(value).trim())
    .default("");

/**
 * The message from the product to the complaint frame (spec 2.7), with exactly these keys. It comes from a page and
 * is untrusted: it is stored and shown as plain text.
 */
export const complaintContext = z.strictObject({
  appId: contextText(64),
  sceneId: contextText(64),
  subSceneId: contextText(64),
  deviceId: contextText(64),
  businessKey: contextText(64),
  additionalContext: z.strictObject({
    contentTitle: contextText(200),
    postId: contextText(64),
    postURL: contextText(2_000),
  }),
});
export type ComplaintContext = z.infer<typeof complaintContext>;
