import type { Member, TestGateway } from "../gateway";

type Pair = [() => Promise<unknown>, () => Promise<unknown>];

/** The actions on the roles of editors, lecturers and analysts, each with what reverses it. */
export function roleActions(gateway: () => TestGateway, admin: () => Member | undefined) {
  const pair = async (role: "editor" | "lecturer" | "analyst"): Promise<Pair> => {
    const { id: uid } = await gateway().member();
    const scope = role === "editor" ? { kinds: ["news" as const] } : {};
    const grant = { role, person: String(uid), reason: "调整", ...scope };
    return [
      () => gateway().ok("grantRole", grant, admin()),
      () => gateway().ok("revokeRole", { role, uid, reason: "调整" }, admin()),
    ];
  };
  return {
    appointEditor: () => pair("editor"),
    appointLecturer: () => pair("lecturer"),
    appointAnalyst: () => pair("analyst"),
    dismissEditor: () => reversed(pair("editor")),
    dismissLecturer: () => reversed(pair("lecturer")),
    dismissAnalyst: () => reversed(pair("analyst")),
  };
}

/** The way back first; what comes before it has been done. */
async function reversed(made: Promise<Pair>): Promise<Pair> {
  const [grant, revoke] = await made;
  await grant();
  return [revoke, grant];
}
