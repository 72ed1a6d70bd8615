import type { Channel } from "contract/account/identity";
import type { Visit } from "../visit";

const channels: readonly Channel[] = ["phone", "email"];

/** The channels by which this site can send a code, the usual one first. */
export const channelsOf = ({ portal }: Pick<Visit, "portal">): Channel[] =>
  channels.filter((channel) => portal.services.delivery.reaches(channel));

/** The channel of a form: that of `?by=`, or the first one where that one sends nothing; null where none does. */
export function channelOf(visit: Visit): Channel | null {
  const asked = visit.context.req.query("by") === "email" ? "email" : "phone";
  const reached = channelsOf(visit);
  return reached.includes(asked) ? asked : (reached[0] ?? null);
}
