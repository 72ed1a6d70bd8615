import type { ProofPurpose } from "contract/account/calls";
import type { Channel, Recipient } from "contract/account/identity";
import { desc, eq } from "drizzle-orm";
import { accounts, outbox } from "gateway/database/schema";
import { type Member, next, type TestGateway } from "./test-gateway";

/** A phone that no account of this process has. */
export const freshPhone = () =>
  `18${String(process.pid % 10_000).padStart(4, "0")}${String(next()).padStart(5, "0")}`;
/** An email that no account of this process has. */
export const freshEmail = () => `new${process.pid}-${next()}@example.com`;

/** The code of the last message to a recipient. */
export async function lastCode({ database }: TestGateway, recipient: string): Promise<string> {
  const [message] = await database
    .select()
    .from(outbox)
    .where(eq(outbox.recipient, recipient))
    .orderBy(desc(outbox.id))
    .limit(1);
  const code = message?.text.match(/\d{6}/)?.[0];
  if (!code) throw new Error(`no code was sent to ${recipient}`);
  return code;
}

/** A wrong code. */
export const another = (code: string) => (code === "000000" ? "000001" : "000000");

/** An account's own phone or email. */
export async function ownContact(
  { database }: TestGateway,
  { id }: Member,
  channel: Channel,
): Promise<string> {
  const [account] = await database.select().from(accounts).where(eq(accounts.id, id));
  return account?.[channel] ?? "";
}

/** Asks for a code as the portal does. `value` is the new contact of a `change`, or the account's own contact. */
export async function askForCode(
  gateway: TestGateway,
  member: Member,
  flag: ProofPurpose,
  { channel, contact: value }: Recipient,
) {
  const messageId =
    channel === "phone"
      ? (await gateway.ok("sendPhoneCode", { flag, mobile: value }, member)).messageId
      : await gateway.ok("sendEmailCode", { flag, email: value }, member).then(() => "");
  return { messageId, code: await lastCode(gateway, value) };
}

/** Verifies a contact by its code and gives the uuid. */
export async function prove(
  gateway: TestGateway,
  member: Member,
  flag: ProofPurpose,
  recipient: Recipient,
): Promise<string> {
  const { messageId, code } = await askForCode(gateway, member, flag, recipient);
  const { contact: value } = recipient;
  const { uuid } =
    recipient.channel === "phone"
      ? await gateway.ok("verifyPhoneCode", { flag, mobile: value, messageId, captchaCode: code }, member)
      : await gateway.ok("verifyEmailCode", { flag, email: value, captchaCode: code }, member);
  return uuid;
}

/** As `prove`, for a contact that the account has. */
export async function proveOwn(
  gateway: TestGateway,
  member: Member,
  flag: ProofPurpose,
  channel: Channel = "phone",
): Promise<string> {
  return prove(gateway, member, flag, { channel, contact: await ownContact(gateway, member, channel) });
}
