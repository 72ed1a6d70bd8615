import { useLoaderData } from "@remix-run/react";
import { keepOnNetworkFailure } from "~/forms/network-failure";
import { ListBar, Tabs } from "~/lists/list-page";
import { screenMeta } from "~/metadata/screen-meta";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { screenAction, screenLoader } from "~/request/screen.server";
import { AccountTab } from "../account/account-tab";
import { contactFailures } from "../account/intents";
import { PersonalScreen } from "../personal-frame";
import { infoQuery } from "./info-query.server";
import { PersonalDialog, PersonalTab } from "./personal-tab";
import { serverTabs, tabOf } from "./tabs.server";

/**
 * /personalCenter/info: personal information, and with ?tab=2 the account's phone and email (spec 2.1, 2.8).
 */
export const loader = screenLoader({ query: infoQuery }, async ({ scope, query }) =>
  tabOf(query) === "account"
    ? { tab: "account" as const, data: await serverTabs.account.load(scope, query) }
    : { tab: "personal" as const, data: await serverTabs.personal.load(scope, query) },
);
export const meta = screenMeta<typeof loader>({
  title: ({ tab }) => (tab === "account" ? "账户信息" : "个人信息"),
});

export const action = screenAction({ query: infoQuery }, ({ query }) =>
  serverTabs[tabOf(query)].intents(query),
);
export const clientAction = keepOnNetworkFailure(undefined, contactFailures);

export default function Info() {
  const loaded = useLoaderData<typeof loader>();
  const { to } = useShell();
  const personal = loaded.tab === "personal" ? loaded.data : null;
  if (personal?.dialog)
    return (
      <PersonalScreen title="个人信息">
        <PersonalDialog {...personal.dialog} />
      </PersonalScreen>
    );
  return (
    <PersonalScreen title="个人信息">
      <ListBar>
        <Tabs
          label="个人信息的分类"
          tabs={[
            { name: "个人信息", href: to(paths.info(0)), current: loaded.tab === "personal" },
            { name: "账户信息", href: to(paths.info(2)), current: loaded.tab === "account" },
          ]}
        />
      </ListBar>
      {loaded.tab === "account" ? <AccountTab data={loaded.data} /> : null}
      {personal?.form ? <PersonalTab form={personal.form} /> : null}
    </PersonalScreen>
  );
}
