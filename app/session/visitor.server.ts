import type { CallResponse } from "contract";
import { gatewaySessionCookie } from "contract/base/wire";
import type { SeeingAs } from "contract/moderation/see-as/fields";
import type { PortalSession } from "~/cookies/portal-session.server";
import type { GatewayClient } from "~/gateway-client/client.server";
import { NotSignedIn, SessionConflict } from "~/gateway-client/errors";

type DetailAnswer = CallResponse<"getMyPersonalDetail">;
/** The signed-in member, with the fields that other calls supply when the answer omits them. */
export type PersonalDetail = DetailAnswer &
  Required<Pick<DetailAnswer, "forumAdmin" | "unread" | "pendingPolicies" | "disclaimerSigned">>;

/** The upstream's menu (spec 3.5). */
export type LeftMenuNode = CallResponse<"workspaceCurrent">["leftMenuNode"];

/** Who reads this page, according to the gateway (spec 4, app start and login). */
export type Visitor =
  | {
      signedIn: false;
      conflict: boolean;
      leftMenuNode?: LeftMenuNode | undefined;
      /** An administrator sees pages as a visitor; the token is that of their session. */
      seeing?: SeeingAs | undefined;
      csrfToken?: string | undefined;
    }
  | {
      signedIn: true;
      leftMenuNode?: LeftMenuNode | undefined;
      uid: number;
      csrfToken: string | undefined;
      /** When the account was made (spec 3.1), ISO 8601. */
      creationDate: string;
      /** This is the first page after signing in. */
      entered: boolean;
      /** An administrator sees pages as this person. */
      seeing?: SeeingAs | undefined;
    };

/**
 * The login status check: calls workspace-current once per request, and current-user when there is a session cookie
 * but no user. Updates the session state of spec 3.1. Throws what the gateway client throws, except for answers that
 * mean "not signed in": the session conflict, and a 403 of workspace-current, which opens no dialog (spec 4, 8).
 */
export async function checkLogin(
  gateway: GatewayClient,
  session: PortalSession,
  cookieHeader: string,
): Promise<Visitor> {
  const workspace = await gateway.call("workspaceCurrent", {}).catch((error: unknown) => {
    if (error instanceof NotSignedIn && error.fromWorkspaceCurrent) return null;
    throw error;
  });
  const leftMenuNode = workspace?.leftMenuNode;
  const seeing = workspace?.seeingAs;
  if (workspace?.user) {
    const entered = !session.has("hasLogin");
    if (session.get("uid") !== workspace.user.uid) session.unset("hasReqPhone");
    session.set("hasLogin", true);
    session.set("uid", workspace.user.uid);
    if (workspace.jalorSecurityToken) session.set("jalorSecurityToken", workspace.jalorSecurityToken);
    const { uid, creationDate } = workspace.user;
    return {
      signedIn: true,
      leftMenuNode,
      uid,
      csrfToken: workspace.jalorSecurityToken,
      creationDate,
      // Nobody has come: the visits of an administrator as somebody else are not recorded.
      entered: entered && !seeing,
      seeing,
    };
  }
  forgetLogin(session);
  if (seeing)
    return {
      signedIn: false,
      conflict: false,
      leftMenuNode,
      seeing,
      csrfToken: workspace.jalorSecurityToken,
    };
  if (!cookieHeader.includes(`${gatewaySessionCookie}=`))
    return { signedIn: false, conflict: false, leftMenuNode };
  try {
    await gateway.call("currentUser", {});
    return { signedIn: false, conflict: false, leftMenuNode };
  } catch (error) {
    if (error instanceof SessionConflict) return { signedIn: false, conflict: true, leftMenuNode };
    if (error instanceof NotSignedIn) return { signedIn: false, conflict: false, leftMenuNode };
    throw error;
  }
}

/** Signs out locally (spec 4): deletes the member's data from the session and keeps the source of the visit. */
export function forgetLogin(session: PortalSession): void {
  for (const key of [
    "hasLogin",
    "uid",
    "jalorSecurityToken",
    "hasReqPhone",
    "forumAdmin",
    "verification",
    "completion",
  ] as const) {
    if (session.has(key)) session.unset(key);
  }
}
