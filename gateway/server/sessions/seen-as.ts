import type { sessions } from "../../database/schema";
import type { Caller, Services } from "../context";
import { noStanding, readSeenStanding } from "./standing";

type SeeingSession = Pick<typeof sessions.$inferSelect, "seeAs" | "seeAsAccountId" | "seeAsUntil">;

/** What the session of an administrator says about as whom they see pages; null when as themselves, or no longer. */
export async function readSeeing(
  services: Services,
  administrator: Caller,
  { seeAs: as, seeAsAccountId, seeAsUntil: until }: SeeingSession,
): Promise<Caller["seeing"]> {
  const { account } = administrator;
  if (!account?.admin || !as || !until || until <= services.now()) return undefined;
  const seenBy = { as, until };
  // Of the administrator only the session is left, by which other sites cannot read the answers.
  const { address, traceId, session, sessionEnded } = administrator;
  const visitor: Caller = { ...noStanding, address, traceId, session, sessionEnded, seenBy };
  if (as === "visitor") return { ...seenBy, caller: visitor };
  if (as === "member") return { ...seenBy, caller: { ...visitor, account: { ...account, admin: false } } };
  const standing = seeAsAccountId === null ? null : await readSeenStanding(services, seeAsAccountId);
  return { ...seenBy, caller: { ...visitor, ...standing } };
}
