import type { CallInput } from "contract";
import type { Channel } from "contract/account/identity";
import { askForCode, freshEmail, freshPhone, ownContact, prove, proveOwn } from "../contacts";
import type { Member, TestGateway } from "../gateway";

/** What has been sent and proved in a scene, so that one request of each call is right. */
export interface ContactsToChange {
  phone: string;
  /** A code that lies ready for the phone, with its id. */
  messageId: string;
  phoneCode: string;
  /** Another email, and the code that lies ready for it. */
  spareEmail: string;
  emailCode: string;
  /** An email that is proved, and both uuids. */
  email: string;
  uuid: string;
  /** A phone that another account took after it was proved. */
  taken: { phone: string; uuid: string };
}

/** @param channel the contact that the person proves who they are by */
export async function contactsToChange(
  gateway: TestGateway,
  member: Member,
  channel: Channel,
): Promise<ContactsToChange> {
  const [phone, spareEmail, email] = [freshPhone(), freshEmail(), freshEmail()];
  const forPhone = await askForCode(gateway, member, "change", { channel: "phone", contact: phone });
  const forEmail = await askForCode(gateway, member, "change", { channel: "email", contact: spareEmail });
  const identity = await proveOwn(gateway, member, "identity", channel);
  const uuid = `${identity},${await prove(gateway, member, "change", { channel: "email", contact: email })}`;
  const somebody = await ownContact(gateway, await gateway.member(), "phone");
  const taken = `${identity},${await prove(gateway, member, "change", { channel: "phone", contact: somebody })}`;
  return {
    phone,
    messageId: forPhone.messageId,
    phoneCode: forPhone.code,
    spareEmail,
    emailCode: forEmail.code,
    email,
    uuid,
    taken: { phone: somebody, uuid: taken },
  };
}

interface WithContacts {
  contacts: ContactsToChange;
}

export const accountRequests = {
  accountDetail: () => ({}),
  sendPhoneCode: (): CallInput<"sendPhoneCode"> => ({ flag: "change", mobile: freshPhone() }),
  sendEmailCode: (): CallInput<"sendEmailCode"> => ({ flag: "change", email: freshEmail() }),
  verifyPhoneCode: ({ contacts }: WithContacts): CallInput<"verifyPhoneCode"> => {
    const { phone, messageId, phoneCode } = contacts;
    return { flag: "change", mobile: phone, messageId, captchaCode: phoneCode };
  },
  verifyEmailCode: ({ contacts }: WithContacts): CallInput<"verifyEmailCode"> => {
    const { spareEmail, emailCode } = contacts;
    return { flag: "change", email: spareEmail, captchaCode: emailCode };
  },
  updateIdentityUser: ({ contacts }: WithContacts) => ({ uuid: contacts.uuid, email: contacts.email }),
  // The session that another call of the scene ends stays.
  changePassword: ({ passwordProof }: { passwordProof: string }) => ({
    uuid: passwordProof,
    password: "a-New-password-2026",
    endOthers: false,
  }),
  recordAccess: () => ({
    visitorId: "visitor-1",
    accessSource: "campaign",
    accessTime: "2026-01-01 08:00:00",
    unlogincount: 1,
  }),
};
