import {
  type RightName,
  type RightValue,
  rightDefaults,
  rightNames,
  rightValues,
  type SectionRights,
} from "contract/moderation/constants";
import type { Caller } from "./context";
import { Refusal } from "./refusal";

/** A section with its rights. */
export interface Entitling {
  id: number;
  rights: SectionRights;
}

/** A person's exceptions to the rights of a section. */
export interface Grant {
  fid: number;
  right: RightName;
  value: Exclude<RightValue, "default">;
}

/** The data of a person that their rights depend on; the account is null for a visitor. */
export interface Entitled {
  account: { admin: boolean } | null;
  fids: number[];
  grants: Grant[];
}

/** Whether an action is allowed, and the rule that decides. */
export interface Verdict {
  allowed: boolean;
  why: string;
}

function verdictOf({ account, fids, grants }: Entitled, section: Entitling, right: RightName): Verdict {
  if (account?.admin) return { allowed: true, why: "管理员" };
  if (fids.includes(section.id)) return { allowed: true, why: "这个版块的版主" };
  const own = grants.find((grant) => grant.fid === section.id && grant.right === right);
  if (own) return { allowed: own.value === "allow", why: `单独设为「${rightValues[own.value]}」` };
  const rule = section.rights[right] ?? "everyone";
  const allowed = rule === "everyone" || (rule === "members" && account !== null);
  return { allowed, why: `版块默认：${rightDefaults[rule]}` };
}

/** What somebody may do in a section, and why (spec 7.2, update user permission). Without `view`, nothing else. */
export function verdictIn(who: Entitled, section: Entitling, right: RightName): Verdict {
  const view = verdictOf(who, section, "view");
  if (right === "view") return view;
  return view.allowed
    ? verdictOf(who, section, right)
    : { allowed: false, why: `不能${rightNames.view}（${view.why}）` };
}

export const mayIn = (caller: Entitled, section: Entitling, right: RightName): boolean =>
  verdictIn(caller, section, right).allowed;

/**
 * Throws when the caller may not view the section: NOT_SIGNED_IN for visitors if signing in is enough, otherwise the
 * given code, as for a missing section.
 */
export function checkView(
  caller: Caller,
  section: Entitling,
  code: "SECTION_NOT_FOUND" | "TOPIC_NOT_FOUND",
): void {
  if (mayIn(caller, section, "view")) return;
  throw new Refusal(caller.account === null && section.rights.view === "members" ? "NOT_SIGNED_IN" : code);
}

/** Throws RIGHT_DENIED, beside the field if there is one, when the caller does not have the right in the section. */
export function checkRight(caller: Entitled, section: Entitling, right: RightName, field?: string): void {
  if (mayIn(caller, section, right)) return;
  const message = `你在这个版块没有${rightNames[right]}的权限`;
  throw new Refusal("RIGHT_DENIED", field ? { [field]: [message] } : undefined, message);
}
