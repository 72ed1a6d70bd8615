import { verificationCode } from "contract/account/identity";
import { captchaAnswer, captchaWork } from "contract/activities/fields";
import { z } from "zod";

const contact = z.string("请输入手机号或邮箱").trim().min(1, "请输入手机号或邮箱").max(500, "邮箱格式有误");

/** The schema of the button that sends a code; the activity says which kind of contact it needs. */
export const sendSchema = z
  .object({
    contact,
    captchaToken: z.string("请输入图形验证码").min(1, "图形验证码没有显示出来，请重新加载页面").max(300),
    captchaAnswer: captchaAnswer.optional(),
    captchaWork: captchaWork.answer.optional(),
  })
  .refine(({ captchaAnswer: read, captchaWork: work }) => read || work, {
    error: "请输入图形验证码",
    path: ["captchaAnswer"],
    // Checked also when other fields are invalid.
    when: () => true,
  });

/** The schema of the code that proves a contact. */
export const proveSchema = z.object({ contact, captchaCode: verificationCode });
