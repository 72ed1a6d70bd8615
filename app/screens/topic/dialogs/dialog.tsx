import { useLoaderData, useOutletContext, useRouteError } from "@remix-run/react";
import { lazy, Suspense } from "react";
import { failureIn } from "~/failure/failure";
import { chunk } from "~/navigation/chunk";
import { useShell } from "~/navigation/use-shell";
import { screenLoader } from "~/request/screen.server";
import { topicInputs, topicRequest } from "../model/topic.server";
import { readDialog, type TopicDialog } from "../model/topic-dialog.server";
import type { TopicPage } from "../model/topic-page";

/** The code of dialogs loads when one is opened. */
const TopicDialogs = lazy(chunk(() => import("./topic-dialogs")));

/** The dialog in a topic's address, shown over the topic: report, delete, invite and others. */
export const loader = screenLoader(topicInputs, async ({ scope, ...address }) => ({
  dialog: await readDialog(scope, topicRequest(scope, address)),
}));

export default function OpenDialog() {
  return <OnTopic dialog={useLoaderData<typeof loader>().dialog} />;
}

/** A failure is shown in place of the dialog; the topic stays as it is. */
export function ErrorBoundary() {
  const failure = failureIn(useRouteError());
  const message = failure?.message ?? "这一步没能打开，请稍后再试";
  return <OnTopic dialog={failure?.kind === "login" ? { kind: "login" } : { kind: "refused", message }} />;
}

function OnTopic({ dialog }: { dialog: TopicDialog | null }) {
  const page = useOutletContext<TopicPage>();
  const { here } = useShell();
  return dialog ? (
    <Suspense>
      <TopicDialogs page={page} dialog={dialog} here={here} />
    </Suspense>
  ) : null;
}
