import { useLoaderData } from "@remix-run/react";
import { readComplaint } from "~/complaint/complaint.server";
import { ComplaintPanel } from "~/complaint/complaint-panel";
import { complaintSchema } from "~/complaint/complaint.schema";
import { keepOnNetworkFailure } from "~/forms/network-failure";
import { Refused } from "~/gateway-client/errors";
import { paths } from "~/paths";
import { screenAction, screenLoader } from "~/routing/screen.server";
import { screenMeta } from "~/routing/screen-meta";
import { DisclaimerDialog } from "~/shells/parts/gates/disclaimer-dialog";
import { pendingDisclaimer } from "~/shells/parts/gates/gate.server";
import { ServiceFrame } from "../suggestion/service-frame";
import { newSubmissionId } from "../topic/topic.server";
import styles from "./complaint.module.css";

/** /complaint: a complaint to the operator about a post (?tid=&pid=), a person (?uid=) or anything else (spec 2.6, 2.7). */
export const loader = screenLoader(async ({ scope, url }) => ({
  complaint: await readComplaint(scope, url),
  disclaimer: await pendingDisclaimer(scope),
  submissionId: newSubmissionId(),
}));
export const meta = screenMeta();

export const action = screenAction(async ({ scope, url, submit }) =>
  submit(complaintSchema, async ({ submissionId, deviceId, address, ...complaint }) => {
    const { context } = await readComplaint(scope, url).catch((error: unknown) => {
      // It was deleted while the complaint was being written: the complaint still stands, and the page's address says of what.
      if (error instanceof Refused) return readComplaint(scope, new URL(url.pathname, url));
      throw error;
    });
    const { additionalContext } = context;
    const about =
      additionalContext.postURL === "" ? { ...additionalContext, postURL: address || (url.search && url.href) } : additionalContext;
    const { number } = await scope.gateway.call("insertComplaint", {
      ...complaint,
      context: { ...context, deviceId, additionalContext: about },
      submissionId: submissionId ?? newSubmissionId(),
    });
    scope.session.flash("notice", `已收到你的投诉，编号 ${number}`);
    return scope.redirect(paths.advice(number));
  }),
);

/** With JavaScript: a post that the network lost leaves the page as it is. */
export const clientAction = keepOnNetworkFailure("complain");

export default function ComplaintScreen() {
  const { complaint, disclaimer, submissionId } = useLoaderData<typeof loader>();
  return (
    <ServiceFrame part="complaint" title="内容投诉">
      <div className={styles.body}>
        <p className={styles.lead}>
          对违法、侵权的内容，或社区的处理不服，可以在这里向平台投诉。一般的灌水、广告请用帖子里的“举报”，版主处理得更快。
        </p>
        <ComplaintPanel key={complaint.path} complaint={complaint} submissionId={submissionId} waits={disclaimer !== null} />
      </div>
      {disclaimer ? <DisclaimerDialog key={submissionId} declaration={disclaimer} form={{ id: "complaint", intent: "complain" }} /> : null}
    </ServiceFrame>
  );
}

export { ScreenError as ErrorBoundary } from "~/components/screen-error";
