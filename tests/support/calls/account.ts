import type { CallInput } from "contract";
import type { Channel } from "contract/account/identity";
import { companyAccounts } from "gateway/database/schema";
import type { CallsOf } from "../call-rows";
import { askForCode, freshEmail, freshPhone, ownContact, prove, proveOwn } from "../contacts";
import type { Member, TestGateway } from "../gateway";

/** What is sent and proved in a scene beforehand, so that one request of each call is valid. */
export interface ContactsToChange {
  phone: string;
  /** The id of a code that was sent to the phone. */
  messageId: string;
  phoneCode: string;
  /** Another email, and the code that was sent to it. */
  spareEmail: string;
  emailCode: string;
  /** An email that is proved, and both uuids. */
  email: string;
  uuid: string;
  /** A phone that another account took after it was proved. */
  taken: { phone: string; uuid: string };
}

/**
 * Sends and proves the contacts.
 * @param channel the contact by which the person proves their identity
 */
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

/** Links a company account that the person may unlink. Returns its id and the proof for that. */
export async function linkedCompanyAccount(gateway: TestGateway, member: Member, channel: Channel) {
  const [row] = await gateway.database
    .insert(companyAccounts)
    .values({ accountId: member.id, issuer: "https://login.example", subject: `employee-${member.id}` })
    .returning({ id: companyAccounts.id });
  return { id: row?.id ?? 0, proof: await proveOwn(gateway, member, "unlink", channel) };
}

interface WithContacts {
  contacts: ContactsToChange;
}

/** The calls of the account in tests. */
export const calls: CallsOf<"account"> = {
  accountDetail: { who: "signedIn", subjectOf: ["/personalCenter/info"], request: () => ({}) },
  sendPhoneCode: {
    who: "signedIn",
    lost: "added",
    request: (): CallInput<"sendPhoneCode"> => ({ flag: "change", mobile: freshPhone() }),
  },
  sendEmailCode: {
    who: "signedIn",
    lost: "added",
    unreached: "With passwords: setting-password.test.ts.",
    request: (): CallInput<"sendEmailCode"> => ({ flag: "change", email: freshEmail() }),
  },
  verifyPhoneCode: {
    who: "signedIn",
    lost: "added",
    request: ({ contacts }: WithContacts): CallInput<"verifyPhoneCode"> => {
      const { phone, messageId, phoneCode } = contacts;
      return { flag: "change", mobile: phone, messageId, captchaCode: phoneCode };
    },
  },
  verifyEmailCode: {
    who: "signedIn",
    lost: "added",
    unreached: "With passwords: setting-password.test.ts.",
    request: ({ contacts }: WithContacts): CallInput<"verifyEmailCode"> => {
      const { spareEmail, emailCode } = contacts;
      return { flag: "change", email: spareEmail, captchaCode: emailCode };
    },
  },
  // Another call of the scene ends that session, so this call keeps it.
  changePassword: {
    who: "signedIn",
    lost: { opened: ["app/screens/personal/setting/password.tsx", "新密码"] },
    unreached: "With passwords: setting-password.test.ts.",
    request: ({ passwordProof }: { passwordProof: string }) => ({
      uuid: passwordProof,
      password: "a-New-password-2026",
      endOthers: false,
    }),
  },
  updateIdentityUser: {
    who: "signedIn",
    lost: { opened: ["app/account/verify-identity.tsx", "改用"] },
    unreached: "After a proof by a code that was sent, which nothing here sends.",
    request: ({ contacts }: WithContacts) => ({ uuid: contacts.uuid, email: contacts.email }),
  },
  companyAccountList: { who: "signedIn", request: () => ({}) },
  unlinkCompanyAccount: {
    who: "signedIn",
    lost: { opened: ["app/account/verify-identity.tsx", "改用"] },
    unreached: "With a company's provider: company-accounts.test.ts.",
    request: ({ companyAccount }: { companyAccount: { id: number; proof: string } }) => ({
      id: companyAccount.id,
      uuid: companyAccount.proof,
    }),
  },
  recordAccess: {
    who: "everyone",
    lost: "added",
    unreached:
      "Of what the demo has none: a message to report, a person who is blocked, a draft's version, an arrival.",
    request: () => ({
      visitorId: "visitor-1",
      accessSource: "campaign",
      accessTime: "2026-01-01 08:00:00",
      unlogincount: 1,
    }),
  },
};
