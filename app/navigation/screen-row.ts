import type { Office } from "contract/base/access";
import type { AreaName } from "./areas";

/**
 * A screen of spec 2.1 as a row of the table. `access`: without it everyone may open the screen (unless access mode
 * is 0); `login` shows the login dialog in place of the screen; `authenticated` sends visitors to /forum/all (spec 4,
 * access mode 1); `forumAdmin` sends everyone else to / (spec 2.1).
 */
export interface Screen {
  path: string;
  /** The file in app/screens/. */
  file: string;
  title: string;
  /** Used for page-view tracking (spec 2.1). */
  pageCode: string;
  /**
   * The query parameters that the screen reads; `all` where it passes the query on. The loader gets no others, and
   * the page cache uses only these in its keys. `p.*` means every name that begins with `p.`.
   */
  query: readonly string[] | "all";
  /**
   * Those query parameters that say what the page is about: they are part of its canonical address. The others only
   * change the view.
   */
  naming?: readonly string[];
  access?: "login" | "authenticated" | "forumAdmin";
  /** Whose screen of the moderation area it is besides administrators'; without it moderators'. */
  offices?: readonly Office[];
  /** The header shows only the site's name: the page is one step of another flow (spec 2.1). */
  header?: "name";
  /** The footer shows only its last lines, centred (spec 2.1, phone-active). */
  footer?: "phone-active";
  /** The area whose frame is around the screen: areas.ts. */
  area?: AreaName;
  /**
   * The file of the screen's dialogs, in app/. They are a child route at the same address; the query says which
   * dialog is open. Opening a dialog from the page loads only this route.
   */
  dialogs?: string;
  /** The screen exists only in this shell. */
  only?: "desktop" | "h5";
  /** The area's name in the mobile header (spec 2.5); without it the header shows the screen's title. */
  module?: string;
  /** The screen belongs to the forum (spec 2.1): the menu marks the forum as current. */
  forum?: true;
  /** Phones stay at the desktop address, with the mobile-width flag (spec 2.1). */
  mobileWidth?: true;
  /** The page is kept, and shown again as it was when somebody returns to it (spec 2.1): kept-screens.ts. */
  keepAlive?: true;
  /** The screen shows an operator's policy. Everybody may read it before agreeing to anything. */
  policy?: true;
  /** The dialog for missing personal information is not shown on it (spec 2.3). */
  completion?: "never";
  /** Search engines must not list it, although it is open: it has no content of its own. */
  indexed?: false;
  /** The screen is open but shows personal data: analytics must not count it. */
  private?: true;
  /** Organisers or lecturers see other people's data here: browsers must not store the page. */
  staff?: true;
  /** The document may use the camera (permissions policy). */
  camera?: true;
  /** Never cached. Without it, visitors share a page for some seconds. */
  cache?: "never";
}

export const screen = (
  path: string,
  file: string,
  title: string,
  pageCode: string,
  more: Partial<Screen> = {},
): Screen => ({
  path,
  file: `screens/${file}`,
  title,
  pageCode,
  query: [],
  ...more,
});
/** A row that only redirects to another address; it needs no title. */
export const redirect = (path: string, more: Partial<Screen> = {}): Screen =>
  screen(path, "redirects.tsx", "", "", { query: "all", ...more });

/** Whether a row only redirects. */
export const leadsOn = ({ pageCode }: Pick<Screen, "pageCode">): boolean => pageCode === "";

/** The login dialog is shown in place of the page. */
export const login = { access: "login" } as const;
/** An operator's policy. */
export const policy = { policy: true, completion: "never" } as const;

/** The mobile header's name for the forum (spec 2.5). */
export const forumModule = "技术论坛";

export type ShellName = "desktop" | "h5";

/** A route's id: the shell and the screen's path. */
export const routeId = (shell: ShellName, screen: Pick<Screen, "path">) => `${shell}:${screen.path}`;

/** The id of the route of a screen's dialogs. */
export const dialogsId = (shell: ShellName, screen: Pick<Screen, "path">) =>
  `${routeId(shell, screen)}#dialogs`;

/** The path of a route's screen; the id is the screen's or that of its dialogs. */
export const pathOfRoute = (id: string): string => id.replace(/^(?:desktop|h5):|#dialogs$/g, "");

/** Fields of a row that only the server and the build read. */
type OfTheServer =
  | "file"
  | "offices"
  | "area"
  | "dialogs"
  | "query"
  | "completion"
  | "camera"
  | "cache"
  | "staff";

/** A row as browsers get it. */
export type ShownScreen = Omit<Screen, OfTheServer>;
