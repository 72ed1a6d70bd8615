import { useLoaderData } from "@remix-run/react";
import { ListBar, Tabs } from "~/components/list-page";
import { keepOnNetworkFailure } from "~/forms/network-failure";
import { paths } from "~/paths";
import { screenAction, screenLoader } from "~/routing/screen.server";
import { screenMeta } from "~/routing/screen-meta";
import { useShell } from "~/shells/use-shell";
import { PersonalFrame } from "../personal-frame";
import { sectionAt, settingSections } from "./sections";
import { serverSections } from "./sections.server";
import styles from "./setting.module.css";

/** /personalCenter/setting: one section of the settings at a time (spec 2.1), each with its own forms. */
export const loader = screenLoader(async ({ scope, url }) => {
  const { name } = sectionAt(url);
  return { name, data: await serverSections[name].load({ scope, url }) };
});

export const action = screenAction((tools) => {
  const { name } = sectionAt(tools.url);
  return serverSections[name].act({ ...tools, here: paths.setting(name) });
});
export const meta = screenMeta();
export const clientAction = keepOnNetworkFailure();

export default function Setting() {
  const { name, data } = useLoaderData<typeof loader>();
  const { to } = useShell();
  const section = settingSections.find((one) => one.name === name) ?? settingSections[0];
  return (
    <PersonalFrame title="个人设置">
      <ListBar>
        <Tabs
          label="设置的分类"
          tabs={settingSections.map((one) => ({ name: one.title, href: to(paths.setting(one.name)), current: one === section }))}
        />
      </ListBar>
      <div className={styles.section}>{section ? <section.Component data={data as never} /> : null}</div>
    </PersonalFrame>
  );
}

export { ScreenError as ErrorBoundary } from "~/components/screen-error";
