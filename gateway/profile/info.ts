import { maskEmail, maskPhone } from "contract/account/identity";
import type { OwnProfile, ProfileInfo } from "contract/profile/calls";
import {
  developerTypeIds,
  type ExtendedProfile,
  type IdentityType,
  withinSet,
} from "contract/profile/fields";
import { fileAddress } from "../files/storage/store";
import { accountOf, type CallContext, type Services } from "../server/context";
import { found } from "../server/refusal";
import { type Definitions, definitionsOf, industryOf, optionOf } from "./definitions";
import { nicknameChangeableAt } from "./nicknames";
import { regionName } from "./regions";
import { extendedOf, missingOf, type Person, type ProfileChange, readPerson, waitingChanges } from "./rows";

/**
 * The public information. The large picture is the profile's, or else the small one, because packs contain only that.
 */
function faceOf({ account, profile }: Person) {
  const picture = profile?.largeAvatar ?? account.avatar;
  return {
    pk_user: account.id,
    username: account.nickname,
    headerlogo: picture ? fileAddress(picture) : null,
    thumbheaderlogo: account.avatar,
  };
}

/** An extended profile for display, with the names of its choices (spec 3.4). */
function shownExtended(
  extended: ExtendedProfile,
  definitions: Definitions,
): NonNullable<OwnProfile["pending"]["extended"]> {
  const developerType = optionOf(definitions.developerTypes, extended.identity);
  const industry = industryOf(definitions, extended.industry);
  return {
    ...extended,
    entryDate: String(extended.entryDate ?? ""),
    age: String(extended.age ?? ""),
    interestDirection: JSON.stringify(extended.interestDirection.map(String)),
    identityName: developerType?.name ?? "",
    identityCode: developerType?.code ?? "",
    developtypename: optionOf(definitions.identityTypes, extended.developtype)?.name ?? "",
    industryParent: industry?.parent.pkdefdoc ?? "",
    industryName: industry ? `${industry.parent.name} / ${industry.entry.name}` : "",
    eduBackgroundName: optionOf(definitions.education, extended.eduBackground)?.name ?? "",
  };
}

const status = (change: ProfileChange | undefined) => (change ? "1" : "0");

/**
 * One's own information (spec 3.3, 3.4).
 * @param developType shows the extended section for this identity type
 */
async function ownInfo(
  { database, now }: Services,
  person: Person,
  developType?: IdentityType,
): Promise<OwnProfile> {
  const { account, profile } = person;
  const [definitions, waiting] = await Promise.all([
    definitionsOf(database),
    waitingChanges(database, account.id),
  ]);
  const stored = extendedOf(profile);
  const extended = developType
    ? withinSet({ ...stored, identity: developerTypeIds.individual, developtype: developType })
    : stored;
  const { province = "", city = "", county = "", sex = "" } = profile ?? {};
  // Only accountDetail shows the whole contacts, after a fresh verification.
  const phone = maskPhone(account.phone ?? "");
  const email = maskEmail(account.email ?? "");
  const avatar = waiting.get("avatar")?.after as { largeAvatar?: string } | undefined;
  const pendingExtended = waiting.get("extended")?.after as ExtendedProfile | undefined;
  const pendingNickname = waiting.get("nickname")?.after as { nickname?: string } | undefined;
  return {
    own: true,
    ...faceOf(person),
    sex,
    province,
    city,
    county,
    regionName: await regionName({ province, city, county }),
    phone,
    email,
    w3Account: email || phone,
    ...shownExtended(extended, definitions),
    bindschool: profile?.schoolBound ? "Y" : "N",
    extCheckStatus: status(waiting.get("extended")),
    headLogoCheckStatus: status(waiting.get("avatar")),
    userNameCheckStatus: status(waiting.get("nickname")),
    pending: {
      username: pendingNickname?.nickname ?? null,
      headerlogo: avatar?.largeAvatar ? fileAddress(avatar.largeAvatar) : null,
      extended: pendingExtended ? shownExtended(pendingExtended, definitions) : null,
    },
    missing: missingOf(person),
    nicknameChangeableAt: nicknameChangeableAt(account, now())?.toISOString() ?? null,
  };
}

/**
 * A member's information for the caller: all of their own, only the public part of others'. Throws USER_NOT_FOUND, also
 * for a closed account.
 */
export async function infoOf(
  context: CallContext,
  uid: number,
  developType?: IdentityType,
): Promise<ProfileInfo> {
  const person = found(await readPerson(context.database, uid), "USER_NOT_FOUND");
  if (uid === accountOf(context).id) return ownInfo(context, person, developType);
  found(person.account.closedAt === null ? person : null, "USER_NOT_FOUND");
  return { own: false, ...faceOf(person) };
}
