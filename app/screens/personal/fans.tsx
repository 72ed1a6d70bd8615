import { Link, useLoaderData } from "@remix-run/react";
import { page as pageField } from "contract/fields";
import { EmptyState } from "~/components/empty-state";
import { paths } from "~/paths";
import { screenLoader } from "~/routing/screen.server";
import { screenMeta } from "~/routing/screen-meta";
import { useShell } from "~/shells/use-shell";
import { PeopleList } from "./people-list";
import { PersonalFrame } from "./personal-frame";

/** /personalCenter/fans: who follows one, with the way to follow back (spec 2.1, 7.2 my follow info). */
export const loader = screenLoader(({ scope, url }) =>
  scope.gateway.call("myFollowInfo", { kind: "followers", page: pageField.catch(1).parse(url.searchParams.get("page") ?? 1) }),
);
export const meta = screenMeta();

export default function Fans() {
  const list = useLoaderData<typeof loader>();
  const { to } = useShell();
  return (
    <PersonalFrame title="我的粉丝">
      <PeopleList
        list={list}
        empty={
          <EmptyState title="还没有粉丝" text="多发帖、多回答，别人会认识你。">
            <Link className="button" data-primary to={to(paths.newTopic())} prefetch="none">
              发帖
            </Link>
          </EmptyState>
        }
      />
    </PersonalFrame>
  );
}

export { ScreenError as ErrorBoundary } from "~/components/screen-error";
