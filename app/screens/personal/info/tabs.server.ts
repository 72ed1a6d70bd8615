import type { z } from "zod";
import type { Intents } from "~/request/intents.server";
import type { Scope } from "~/request/scope.server";
import { accountTab } from "../account/account-tab.server";
import type { infoQuery } from "./info-query.server";
import { personalTab } from "./personal-tab.server";

export type InfoQuery = z.output<typeof infoQuery>;

/** The server part of a tab: `load` gives its component the `data`, `intents` handle its forms. */
export interface ServerTab {
  load(scope: Scope, query: InfoQuery): Promise<unknown>;
  intents(query: InfoQuery): Intents<typeof infoQuery>;
}

/** Props of a tab's component. */
export type TabData<Tab extends ServerTab> = Awaited<ReturnType<Tab["load"]>>;

/** Spec 2.1: `tab=2` is the account tab; every other value shows the personal one. */
export type TabName = "personal" | "account";
export const tabOf = ({ tab }: InfoQuery): TabName => (tab === "2" ? "account" : "personal");

export const serverTabs = { personal: personalTab, account: accountTab } satisfies Record<TabName, ServerTab>;
