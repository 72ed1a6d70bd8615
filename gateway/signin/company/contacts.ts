import { type Channel, foldEmail } from "contract/account/identity";
import { findAccount, maskContact } from "../../account/contacts";
import type { CompanyPerson } from "../../company/person";
import type { Database } from "../../database/open";

export type Contacts = Partial<Record<Channel, string>>;

/**
 * The contacts that the provider has verified: those that are free, and, masked, those that an account here has. Only
 * the person whose they are is told of that.
 */
export async function verifiedContacts(
  database: Database,
  person: CompanyPerson,
): Promise<{ free: Contacts; taken: string[] }> {
  const free: Contacts = {};
  const taken: string[] = [];
  for (const channel of ["phone", "email"] as const) {
    const contact = person[channel];
    if (!contact?.verified) continue;
    const folded = channel === "email" ? foldEmail(contact.value) : contact.value;
    const recipient = { channel, contact: folded };
    if (await findAccount(database, recipient)) taken.push(maskContact(recipient));
    else free[channel] = contact.value;
  }
  return { free, taken };
}
