import { maskEmail, maskPhone } from "contract/account/identity";
import type { OwnProfile } from "contract/profile/calls";
import { wholeContacts } from "~/account/own-contacts.server";
import type { Scope } from "~/request/scope.server";
import { profileOptions } from "./options.server";
import type { ProfileFormData, ProfileValues } from "./profile-data";

/** The signed-in person's own information; null without a session. Throws the gateway's errors. */
export async function ownProfile(scope: Scope): Promise<OwnProfile | null> {
  if (!(await scope.signedIn())) return null;
  const { data } = await scope.gateway.call("queryUserInfo", {});
  return data.own ? data : null;
}

/** Parses the stored tag codes, a JSON string (spec 3.4). */
function interestCodes(json: string): string[] {
  try {
    const codes: unknown = JSON.parse(json || "[]");
    return Array.isArray(codes) ? codes.map(String) : [];
  } catch {
    return [];
  }
}

/** The form's first values. A change under review is shown as submitted, so that another change builds on it. */
export function profileValues(profile: OwnProfile | null): ProfileValues {
  const source = profile?.pending.extended ?? profile;
  return {
    username: profile?.pending.username ?? profile?.username ?? "",
    sex: profile?.sex ?? "",
    province: profile?.province ?? "",
    city: profile?.city ?? "",
    county: profile?.county ?? "",
    phone: maskPhone(profile?.phone ?? ""),
    email: maskEmail(profile?.email ?? ""),
    identity: source?.identity ?? "",
    developtype: source?.developtype ?? "",
    fullName: source?.fullName ?? "",
    companyName: source?.companyName ?? "",
    industryGroup: source?.industryParent ?? "",
    industry: source?.industry ?? "",
    post: source?.post ?? "",
    school: source?.school ?? "",
    teaMajor: source?.teaMajor ?? "",
    leaMajor: source?.leaMajor ?? "",
    eduBackground: source?.eduBackground ?? "",
    entryDate: source?.entryDate ?? "",
    interestDirection: interestCodes(source?.interestDirection ?? ""),
    age: source?.age ?? "",
    hobby: source?.hobby ?? "",
    def1: source?.def1 ?? "",
  };
}

/** Spec 3.4. */
const underReview = "1";

/** The parts that are under review by the three check statuses (spec 2.8), as words. */
export function reviewsOf(profile: OwnProfile): string[] {
  return [
    profile.userNameCheckStatus === underReview ? "昵称" : "",
    profile.headLogoCheckStatus === underReview ? "头像" : "",
    profile.extCheckStatus === underReview ? "扩展信息" : "",
  ].filter(Boolean);
}

/**
 * All data of the form of personal information. Throws the gateway's errors.
 * @param entered values that the member has entered but not saved
 */
export async function loadProfileForm(
  scope: Scope,
  entered: Partial<ProfileValues> = {},
): Promise<ProfileFormData> {
  const profile = await ownProfile(scope);
  const whole = await wholeContacts(scope);
  const values = {
    ...profileValues(profile),
    ...entered,
    ...(whole ? { phone: whole.phoneNumber ?? "", email: whole.email ?? "" } : {}),
  };
  return {
    values,
    options: await profileOptions(scope, { ...values, interestSearch: "" }),
    icon: profile?.pending.headerlogo ?? profile?.headerlogo ?? null,
    schoolLocked: profile?.bindschool === "Y",
    underReview: profile ? reviewsOf(profile) : [],
  };
}
