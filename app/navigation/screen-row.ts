import type { AreaName } from "./areas";

/**
 * A screen of spec 2.1 as a row of the table. `access`: `open` to all (unless access mode 0); `login` shows
 * the login dialog in place; `authenticated` sends visitors to /forum/all (spec 4, access mode 1);
 * `forumAdmin` sends everyone else to / (spec 2.1).
 */
export interface Screen {
  path: string;
  /** Under app/screens/. */
  file: string;
  title: string;
  /** Used for page-view tracking (spec 2.1). */
  pageCode: string;
  /**
   * The query parameters that the screen reads; `all` where it hands the query on. Its loader is given no
   * others, and a visitor's page is kept under these alone. `p.*` is every name that begins with `p.`.
   */
  query: readonly string[] | "all";
  /**
   * Those of them that say what the page is about, and so belong to its canonical address; all others are
   * ways of looking at it.
   */
  naming?: readonly string[];
  access?: "login" | "authenticated" | "forumAdmin";
  /** The header has the site's name alone: the page is read on the way through something else (spec 2.1). */
  header?: "name";
  /** The footer has its last lines alone, in the middle (spec 2.1, phone-active). */
  footer?: "phone-active";
  /** The area in whose frame it stands: areas.ts. */
  area?: AreaName;
  /**
   * The route of its dialogs, under app/: a child of the screen at the same address, which says by its queries what is
   * open. Opened from the page, it is loaded alone.
   */
  dialogs?: string;
  /** Only in one shell. */
  only?: "desktop" | "h5";
  /** The area that the mobile header names (spec 2.5); without one it names the screen. */
  module?: string;
  /** A page of the forum (spec 2.1): the menu shows that one is there. */
  forum?: true;
  /** Phones stay at the desktop address, with the mobile-width flag (spec 2.1). */
  mobileWidth?: true;
  /** Kept as it was left, for whoever comes back to it (spec 2.1): kept-screens.ts. */
  keepAlive?: true;
  /** One of the operator's policies: read before anything is agreed to, and by everybody. */
  policy?: true;
  /** The modal that asks for missing personal information does not stand on it (spec 2.3). */
  completion?: "never";
  /** Search engines are not to list it, though it is open: nobody's text stands there. */
  indexed?: false;
  /** What stands on it is somebody's own, though it is open: analytics do not look. */
  private?: true;
  /** Where organisers and lecturers see what is others': no browser keeps it. */
  staff?: true;
  /** The one page whose document may use the camera (permissions policy). */
  camera?: true;
  /** Everyone's is made anew: what visitors share is kept for some seconds. */
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
/** Addresses that only lead on to another one have no title of their own on any page. */
export const redirect = (path: string, more: Partial<Screen> = {}): Screen =>
  screen(path, "redirects.tsx", "", "", { query: "all", ...more });

/** Whether a row is such an address. */
export const leadsOn = ({ pageCode }: Pick<Screen, "pageCode">): boolean => pageCode === "";

/** The login dialog stands in place of the page. */
export const login = { access: "login" } as const;
/** One of the operator's policies. */
export const policy = { policy: true, completion: "never" } as const;

/** Spec 2.5: the area of the forum's pages. */
export const forumModule = "技术论坛";

export type ShellName = "desktop" | "h5";

/** A route's id: the shell and the screen's path. */
export const routeId = (shell: ShellName, screen: Pick<Screen, "path">) => `${shell}:${screen.path}`;

/** The id of the route of a screen's dialogs. */
export const dialogsId = (shell: ShellName, screen: Pick<Screen, "path">) =>
  `${routeId(shell, screen)}#dialogs`;

/** The path of the screen that a route shows: its own route, or that of its dialogs. */
export const pathOfRoute = (id: string): string => id.replace(/^(?:desktop|h5):|#dialogs$/g, "");

/** Of a row what only the server and the build read. */
type OfTheServer = "file" | "area" | "dialogs" | "query" | "completion" | "camera" | "cache" | "staff";

/** A row as browsers have it. */
export type ShownScreen = Omit<Screen, OfTheServer>;
