import { useActionData, useLoaderData } from "@remix-run/react";
import { orWithout } from "~/failure/explain.server";
import { failureOf, failureOfAny } from "~/forms/result";
import { newSubmissionId } from "~/forms/submission-id.server";
import { Forbidden } from "~/gateway-client/errors";
import { screenMeta } from "~/metadata/screen-meta";
import { listSizeOf } from "~/moderation/list-size.server";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { screenLoader } from "~/request/screen.server";
import { EmptyState } from "~/ui/empty-state";
import { Pagination } from "~/ui/pagination";
import { ListHead } from "../fields/list-head";
import { ModeratorScreen } from "../frame";
import { AnnouncementForm } from "./announcement-form";
import { AnnouncementRows } from "./announcement-rows";
import { announcementsAction, announcementsQuery, type Beside } from "./announcements.server";
import { Report } from "./report";

/**
 * /moderator/announcements: administrators write to a part of the members, and see what became of it. Others go to the
 * home page.
 */
export const loader = screenLoader({ query: announcementsQuery }, async ({ scope, query }) => {
  const size = listSizeOf(scope, query.size);
  const [list, report] = await Promise.all([
    scope.gateway.call("announcementList", { page: query.page, size }).catch(async (error: unknown) => {
      throw error instanceof Forbidden ? await scope.redirect("/") : error;
    }),
    query.id === undefined
      ? null
      : orWithout(scope, scope.gateway.call("announcementReport", { id: query.id }), null),
  ]);
  return { list, report, size, submissionId: newSubmissionId() };
});
export const meta = screenMeta();
export const action = announcementsAction;

export default function Announcements() {
  const { list, report, size, submissionId } = useLoaderData<typeof loader>();
  const answer = useActionData() as Beside | undefined;
  const { to } = useShell();
  const here = (query: object) => to(paths.moderation("announcements", query));
  return (
    <ModeratorScreen title="公告">
      {report ? (
        <Report
          report={report}
          failure={failureOf(answer, `stop:${report.announcement.id}`)}
          close={here({})}
        />
      ) : null}
      <AnnouncementForm
        submissionId={submissionId}
        failure={failureOfAny(answer, ["preview", "test", "send"])}
        beside={answer}
      />
      {list.items.length === 0 ? (
        <EmptyState title="还没有发过公告" text="发过的公告和它的送达情况会列在这里。" />
      ) : (
        <>
          <ListHead
            total={list.total}
            words="条公告"
            visible={list.items.length}
            size={size}
            chosen={false}
          />
          <AnnouncementRows items={list.items} href={(shown) => here({ id: shown, page: list.page })} />
        </>
      )}
      <Pagination page={list.page} pages={list.pages} href={(page) => here({ page })} />
    </ModeratorScreen>
  );
}
