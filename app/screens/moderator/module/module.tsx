import { useLoaderData } from "@remix-run/react";
import { id } from "contract/base/fields";
import { z } from "zod";
import { orWithout } from "~/failure/explain.server";
import { MissingForm } from "~/failure/missing-form";
import { Tabs } from "~/lists/list-page";
import { screenMeta } from "~/metadata/screen-meta";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { screenLoader } from "~/request/screen.server";
import { EmptyState } from "~/ui/empty-state";
import { ModeratorScreen } from "../frame";
import { loadOverview } from "../overview.server";
import { useOverview } from "../use-overview";
import { ClassesPart } from "./classes-part";
import { type Part, partNames, parts } from "./module.schema";
import { moduleAction } from "./module.server";
import { PeoplePart } from "./people-part";
import { SectionPicker } from "./section-picker";
import { SettingsPart } from "./settings-part";
import { TopicsPart } from "./topics-part";
import { WordsPart } from "./words-part";

const query = z.object({
  fid: id.optional().catch(undefined),
  part: z.enum(partNames).catch("words"),
  version: id.optional().catch(undefined),
});

/**
 * /moderator/module: a section's description, rules, recommended topics, classes, moderators and settings (spec 2.1,
 * 7.2).
 */
export const loader = screenLoader(
  { query, missing: "没有这个版块或版本" },
  async ({ scope, query: { fid: chosenFid, part, version } }) => {
    const overview = chosenFid === undefined ? await loadOverview(scope) : undefined;
    const fid = chosenFid ?? overview?.sections[0]?.fid;
    if (fid === undefined) return { part, section: null, versions: null, isUnknown: overview === null };
    const versions = scope.gateway.call("forumDescriptionVersions", { fid, ...(version ? { version } : {}) });
    const [section, edits] = await Promise.all([
      scope.gateway.call("moderatedForum", { fid }),
      part === "words" ? orWithout(scope, versions, null) : null,
    ]);
    return { part, section, versions: edits, isUnknown: false };
  },
);
export const meta = screenMeta();
export const action = moduleAction;

export default function Module() {
  const { part, section, versions, isUnknown } = useLoaderData<typeof loader>();
  const overview = useOverview();
  const { to } = useShell();
  const admin = overview?.admin ?? false;
  if (section === null)
    return (
      <ModeratorScreen title="版块管理">
        {isUnknown ? (
          <MissingForm name="版块列表" />
        ) : (
          <EmptyState title="没有可以管理的版块" text="管理员任命你为版主后，版块会列在这里。" />
        )}
      </ModeratorScreen>
    );
  const href = (more: { part: Part; version?: number }) =>
    to(paths.moderation("module", { fid: section.fid, ...more }));
  return (
    <ModeratorScreen title="版块管理">
      <SectionPicker section={section} part={part} sections={overview?.sections ?? []} />
      <Tabs
        label="版块的各项"
        tabs={partNames.map((name) => ({
          name: parts[name],
          href: href({ part: name }),
          current: name === part,
        }))}
      />
      {part === "words" ? (
        <WordsPart
          key={section.fid}
          section={section}
          versions={versions}
          versionHref={(version) => href({ part, version })}
        />
      ) : null}
      {part === "topics" ? <TopicsPart key={section.fid} section={section} /> : null}
      {part === "classes" ? <ClassesPart key={section.fid} section={section} /> : null}
      {part === "people" ? <PeoplePart key={section.fid} section={section} admin={admin} /> : null}
      {part === "settings" ? <SettingsPart key={section.fid} section={section} admin={admin} /> : null}
    </ModeratorScreen>
  );
}
