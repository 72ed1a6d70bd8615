import { useLoaderData } from "@remix-run/react";
import { FieldProvider } from "~/forms/inputs/field-provider";
import { keepOnNetworkFailure } from "~/forms/network-failure";
import { ListBar, Tabs } from "~/lists/list-page";
import { screenMeta } from "~/metadata/screen-meta";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { screenAction, screenLoader } from "~/request/screen.server";
import { PersonalScreen } from "../personal-frame";
import { settingSections } from "./sections";
import { serverSections } from "./sections.server";
import styles from "./setting.module.css";
import { settingQuery } from "./setting-query.server";

/** /personalCenter/setting: one section of the settings at a time (spec 2.1). */
export const loader = screenLoader({ query: settingQuery }, async ({ scope, query }) => ({
  name: query.section,
  data: await serverSections[query.section].load(scope, query),
}));

export const action = screenAction(
  { query: settingQuery },
  ({ query }) => serverSections[query.section].intents,
);
export const meta = screenMeta();
export const clientAction = keepOnNetworkFailure();

export default function Setting() {
  const { name, data } = useLoaderData<typeof loader>();
  const { to } = useShell();
  const section = settingSections.find((one) => one.name === name) ?? settingSections[0];
  return (
    <PersonalScreen title="个人设置">
      <ListBar>
        <Tabs
          label="设置的分类"
          tabs={settingSections.map((one) => ({
            name: one.title,
            href: to(paths.setting(one.name)),
            current: one === section,
          }))}
        />
      </ListBar>
      <FieldProvider>
        <div className={styles.section}>{section ? <section.Component data={data as never} /> : null}</div>
      </FieldProvider>
    </PersonalScreen>
  );
}
