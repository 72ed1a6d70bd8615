import { type Channel, foldEmail } from "contract/account/identity";
import { findAccount, maskContact } from "../../account/contacts";
import type { CompanyPerson } from "../../company/person";
import type { Database } from "../../database/open";

export type Contacts = Partial<Record<Channel, string>>;

/**
 * Returns the contacts that the provider has verified: the free ones, and (masked) those that an account here already
 * has. This reveals nothing to others, because the contacts belong to the person who asks.
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
