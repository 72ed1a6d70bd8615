import type { Access } from "contract/base/access";
import type { RefusalCode } from "contract/refusals";
import type { Asker } from "./ask";

/** Whoever has none of these refusals in the way. */
type May = "yes" | "maybe" | RefusalCode;

/** Whether somebody may make a call, by its row alone. */
export function mayMake(access: Access, role: Asker["role"]): May {
  if (access === "visitor") return "yes";
  if (role === "visitor") return "NOT_SIGNED_IN";
  if (access === "user") return "yes";
  if (access === "unmuted" || access === "poster") {
    if (role === "muted") return "MUTED";
    return access === "poster" && role === "unbound" ? "PHONE_NOT_BOUND" : "yes";
  }
  // Whoever organises an activity needs no office.
  if (access === "organiser") return role === "admin" ? "yes" : "maybe";
  if (access === "admin") return role === "admin" ? "yes" : "NOT_PERMITTED";
  if (role === "admin") return "yes";
  // Of these offices a session's role says nothing: a moderator may hold them too.
  if (access === "writer" || access === "editor" || access === "analyst")
    return role === "moderator" ? "maybe" : "NOT_PERMITTED";
  return role === "moderator" ? "maybe" : "NOT_PERMITTED";
}
