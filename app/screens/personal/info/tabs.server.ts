import type { z } from "zod";
import type { Intents } from "~/request/intents.server";
import type { Scope } from "~/request/scope.server";
import { accountTab } from "../account/account-tab.server";
import type { infoQuery } from "./info-query.server";
import { personalTab } from "./personal-tab.server";

export type InfoAsked = z.output<typeof infoQuery>;

/** The server's half of a tab: what its component is given as `data`, and what its forms do. */
export interface ServerTab {
  load(scope: Scope, asked: InfoAsked): Promise<unknown>;
  intents(asked: InfoAsked): Intents<typeof infoQuery>;
}

/** What a tab's component is given. */
export type TabData<Tab extends ServerTab> = Awaited<ReturnType<Tab["load"]>>;

/** Spec 2.1: `tab=2` is the account tab; every other value shows the personal one. */
export type TabName = "personal" | "account";
export const tabOf = ({ tab }: InfoAsked): TabName => (tab === "2" ? "account" : "personal");

export const serverTabs = { personal: personalTab, account: accountTab } satisfies Record<TabName, ServerTab>;
