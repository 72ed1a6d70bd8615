import type { Member } from "contract/moderation/members/calls";
import { memberRoles } from "contract/moderation/members/fields";
import { formatMinute } from "~/format/time";

const permanentYear = "9999";
const endOf = (until: string) => (until.startsWith(permanentYear) ? "永久" : `到 ${formatMinute(until)}`);

/** A member's roles, with the sections that they moderate. */
export const rolesOf = ({ roles, sections }: Member): string[] =>
  roles.map((role) =>
    role === "moderator" ? `${memberRoles.moderator}：${sections.join("、")}` : memberRoles[role],
  );

/** The mute and the ban in force. */
export const restrictionsOf = ({ mutedUntil, bannedUntil }: Member): string[] => [
  ...(bannedUntil ? [`禁止访问，${endOf(bannedUntil)}`] : []),
  ...(mutedUntil ? [`禁言，${endOf(mutedUntil)}`] : []),
];

/** The developer type, with the identity type of an individual developer. */
export const typeOf = ({ developerType, identityType }: Member): string =>
  [developerType, identityType].filter(Boolean).join(" · ");
