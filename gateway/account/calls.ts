/** The account: its contacts, the codes that verify them, and access records (spec 7.2, Account). */
import type { accountCalls } from "contract/account/calls";
import { maskEmail, maskPhone } from "contract/account/identity";
import { accountOf, type HandlersOf } from "../server/context";
import { recordAccess } from "./access-records";
import { changeContact } from "./change-contact";
import { changePassword } from "./change-password";
import { holdsProof } from "./proofs";
import { sendVerification, takeVerification } from "./verification";

export const accountHandlers = {
  async accountDetail({ uuid }, context) {
    const { id, phone, email } = accountOf(context);
    if (uuid && (await holdsProof(context, "show", uuid))) return { uid: id, phoneNumber: phone, email };
    return { uid: id, phoneNumber: phone && maskPhone(phone), email: email && maskEmail(email) };
  },

  async sendPhoneCode({ flag, mobile: phone }, context) {
    return sendVerification(context, flag, "phone", phone);
  },

  async sendEmailCode({ flag, email }, context) {
    const { messageId: _own, ...sent } = await sendVerification(context, flag, "email", email);
    return sent;
  },

  async verifyPhoneCode({ flag, mobile: phone, messageId, captchaCode }, context) {
    return {
      uuid: await takeVerification(context, {
        purpose: flag,
        channel: "phone",
        typed: phone,
        messageId,
        code: captchaCode,
      }),
    };
  },

  async verifyEmailCode({ flag, email, captchaCode }, context) {
    return {
      uuid: await takeVerification(context, {
        purpose: flag,
        channel: "email",
        typed: email,
        messageId: null,
        code: captchaCode,
      }),
    };
  },

  async updateIdentityUser({ uuid, phoneNumber: phone, email }, context) {
    if (phone !== undefined) await changeContact(context, uuid, "phone", phone);
    else await changeContact(context, uuid, "email", email ?? "");
    return { success: true };
  },

  async changePassword(request, context) {
    return { success: true, ended: await changePassword(context, request) };
  },

  async recordAccess(record, context) {
    return { success: true, firstLogin: await recordAccess(context, record) };
  },
} satisfies HandlersOf<typeof accountCalls>;
