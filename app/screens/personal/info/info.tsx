import { useLoaderData } from "@remix-run/react";
import { ListBar, Tabs } from "~/components/list-page";
import { keepOnNetworkFailure } from "~/forms/network-failure";
import { paths } from "~/paths";
import { screenAction, screenLoader } from "~/routing/screen.server";
import { screenMeta } from "~/routing/screen-meta";
import { useShell } from "~/shells/use-shell";
import { AccountTab } from "../account/account-tab";
import { contactFailures } from "../account/intents";
import { PersonalFrame } from "../personal-frame";
import { PersonalDialog, PersonalTab } from "./personal-tab";
import { serverTabs, tabAt } from "./tabs.server";

/** /personalCenter/info: personal information, and with ?tab=2 the account's phone and email (spec 2.1, 2.8). */
export const loader = screenLoader(async ({ scope, request, url }) => {
  const tools = { scope, request, url };
  return tabAt(url) === "account"
    ? { tab: "account" as const, data: await serverTabs.account.load(tools) }
    : { tab: "personal" as const, data: await serverTabs.personal.load(tools) };
});
export const meta = screenMeta<{ tab: string }>(({ tab }) => (tab === "account" ? "账户信息" : "个人信息"));

export const action = screenAction((tools) => serverTabs[tabAt(tools.url)].act(tools));
export const clientAction = keepOnNetworkFailure(undefined, contactFailures);

export default function Info() {
  const loaded = useLoaderData<typeof loader>();
  const { to } = useShell();
  if (loaded.tab === "personal" && loaded.data.dialog)
    return (
      <PersonalFrame title="个人信息">
        <PersonalDialog data={loaded.data} />
      </PersonalFrame>
    );
  return (
    <PersonalFrame title="个人信息">
      <ListBar>
        <Tabs
          label="个人信息的分类"
          tabs={[
            { name: "个人信息", href: to(paths.info(0)), current: loaded.tab === "personal" },
            { name: "账户信息", href: to(paths.info(2)), current: loaded.tab === "account" },
          ]}
        />
      </ListBar>
      {loaded.tab === "account" ? <AccountTab data={loaded.data} /> : <PersonalTab data={loaded.data} />}
    </PersonalFrame>
  );
}

export { ScreenError as ErrorBoundary } from "~/components/screen-error";
