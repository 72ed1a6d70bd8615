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
 * Suggestions and complaints to the operator (spec 2.4, 2.7): their fields with the Chinese messages, and
 * what the complaint frame is told. Shared by the portal's forms, the gateway, and the gateway's own
 * complaint page.
 */

/** The names of a record of choices, as zod wants them. */
export const namesOf = <Name extends string>(choices: Record<Name, string>) =>
  Object.keys(choices) as [Name, ...Name[]];

/** A text in one's own words; what draws nothing does not count. */
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
    const typed = cleanText(value ?? "").trim();
    if (typed === "") return "";
    const parsed = typed.includes("@") ? email.safeParse(typed) : phone.safeParse(typed);
    if (parsed.success) return parsed.data;
    context.addIssue({ code: "custom", message: "请填写正确的手机号或邮箱" });
    return z.NEVER;
  });

export const suggestionFields = {
  type: z.enum(namesOf(suggestionTypes), "请选择建议类型"),
  text: words(adviceTextMin, adviceTextMax, "请填写建议内容"),
  contact: contactField,
};
export const complaintFields = {
  reason: z.enum(namesOf(complaintReasons), "请选择投诉原因"),
  text: words(complaintTextMin, complaintTextMax, "请说明投诉的内容"),
  contact: contactField,
};

const told = (maximum: number) =>
  z
    .string("投诉的来源有误")
    .max(maximum, "投诉的来源有误")
    .transform((value) => cleanText(value).trim())
    .default("");

/**
 * What the product tells the complaint frame (spec 2.7), with exactly these keys. Everything in it comes from
 * a page, so nothing in it is believed: it is kept as text and shown as text.
 */
export const complaintContext = z.strictObject({
  appId: told(64),
  sceneId: told(64),
  subSceneId: told(64),
  deviceId: told(64),
  businessKey: told(64),
  additionalContext: z.strictObject({ contentTitle: told(200), postId: told(64), postURL: told(2_000) }),
});
export type ComplaintContext = z.infer<typeof complaintContext>;
