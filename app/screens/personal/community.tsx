import { Link, useLoaderData } from "@remix-run/react";
import { orWithout } from "~/failure/explain.server";
import { screenMeta } from "~/metadata/screen-meta";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { screenLoader } from "~/request/screen.server";
import { Part, SectionItems, TagItems } from "./followed-places";
import { PersonalScreen } from "./personal-frame";

/**
 * /personalCenter/Community: the sections and tags that the member follows, and the sections that the member moderates
 * (spec 2.1).
 */
export const loader = screenLoader({}, async ({ scope }) => {
  const [followed, moderated, tags] = await Promise.all([
    orWithout(scope, scope.gateway.call("myForums", {}), null),
    orWithout(scope, scope.gateway.call("moderatorForumList", {}), null),
    orWithout(scope, scope.gateway.call("followedTags", {}), null),
  ]);
  return {
    followed: followed?.sections ?? null,
    moderated: moderated?.sections ?? [],
    tags: tags?.tags ?? null,
  };
});
export const meta = screenMeta();

export default function Community() {
  const { followed, moderated, tags } = useLoaderData<typeof loader>();
  const { to } = useShell();
  return (
    <PersonalScreen title="我的社区">
      {moderated.length > 0 ? (
        <Part title="我管理的版块" count={moderated.length} none={null}>
          <SectionItems sections={moderated} />
        </Part>
      ) : null}
      <Part
        title="关注的版块"
        count={followed?.length}
        none={
          <>
            还没有关注版块。关注后，版块里的新帖会出现在“我的关注”。
            <Link className="button" to={to(paths.forum())}>
              去看版块
            </Link>
          </>
        }
      >
        <SectionItems sections={followed ?? []} followed />
      </Part>
      <Part
        title="关注的标签"
        count={tags?.length}
        none={
          <>
            还没有关注标签。选几个感兴趣的，找帖更快。
            <Link className="button" to={to(paths.tags("mine"))}>
              选标签
            </Link>
          </>
        }
      >
        <TagItems tags={tags ?? []} />
      </Part>
    </PersonalScreen>
  );
}
