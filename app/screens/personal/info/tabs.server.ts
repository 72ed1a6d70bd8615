import type { Scope } from "~/context.server";
import type { FormTools } from "~/forms/submit.server";
import { accountTab } from "../account/account-tab.server";
import { personalTab } from "./personal-tab.server";

export interface TabTools {
  scope: Scope;
  request: Request;
  url: URL;
}

/** The server's half of a tab: what its component is given as `data`, and what its forms do. */
export interface ServerTab {
  load(tools: TabTools): Promise<unknown>;
  act(tools: TabTools & FormTools): Promise<Response | Awaited<ReturnType<FormTools["submit"]>>>;
}

/** What a tab's component is given. */
export type TabData<Tab extends ServerTab> = Awaited<ReturnType<Tab["load"]>>;

/** Spec 2.1: `tab=2` is the account tab; every other value shows the personal one. */
export type TabName = "personal" | "account";
export const tabAt = (url: URL): TabName => (url.searchParams.get("tab") === "2" ? "account" : "personal");

export const serverTabs = { personal: personalTab, account: accountTab } satisfies Record<TabName, ServerTab>;
