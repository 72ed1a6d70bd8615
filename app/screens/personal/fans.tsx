import { Link, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { screenMeta } from "~/metadata/screen-meta";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { pageNumber } from "~/request/inputs.server";
import { screenLoader } from "~/request/screen.server";
import { EmptyState } from "~/ui/empty-state";
import { PeopleList } from "./people-list";
import { PersonalScreen } from "./personal-frame";

const query = z.object({ page: pageNumber });

/** /personalCenter/fans: the member's followers, with a button to follow each back (spec 2.1, 7.2 my follow info). */
export const loader = screenLoader({ query }, ({ scope, query: { page } }) =>
  scope.gateway.call("myFollowInfo", { kind: "followers", page }),
);
export const meta = screenMeta();

export default function Fans() {
  const list = useLoaderData<typeof loader>();
  const { to } = useShell();
  return (
    <PersonalScreen title="我的粉丝">
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
    </PersonalScreen>
  );
}
