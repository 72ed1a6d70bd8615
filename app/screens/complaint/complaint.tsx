import { useLoaderData } from "@remix-run/react";
import { complaintSchema } from "~/complaint/complaint.schema";
import { ComplaintPanel } from "~/complaint/complaint-panel";
import { DisclaimerDialog } from "~/consent/disclaimer-dialog";
import { pendingDisclaimer } from "~/consent/gate.server";
import { keepOnNetworkFailure } from "~/forms/network-failure";
import { newSubmissionId } from "~/forms/submission-id.server";
import { Refused } from "~/gateway-client/errors";
import { screenMeta } from "~/metadata/screen-meta";
import { paths } from "~/navigation/paths";
import { mainIntent, submitted } from "~/request/intents.server";
import { screenAction, screenLoader } from "~/request/screen.server";
import { ServiceFrame } from "../suggestion/service-frame";
import styles from "./complaint.module.css";
import { complaintQuery, readComplaint } from "./read-complaint.server";

const inputs = { query: complaintQuery };

/**
 * /complaint: the form for a complaint to the operator about a post (?tid=&pid=), a person (?uid=) or anything else
 * (spec 2.6, 2.7).
 */
export const loader = screenLoader(inputs, async ({ scope, query }) => ({
  complaint: await readComplaint(scope, query),
  disclaimer: await pendingDisclaimer(scope),
  submissionId: newSubmissionId(),
}));
export const meta = screenMeta();

export const action = screenAction(inputs, {
  ...mainIntent(
    "complain",
    submitted(
      complaintSchema,
      async ({ submissionId, deviceId, address, ...complaint }, { scope, url, query, done }) => {
        const { context } = await readComplaint(scope, query).catch((error: unknown) => {
          // The subject was deleted while the visitor wrote the complaint. The complaint stays valid, and the page's
          // address names its subject.
          if (error instanceof Refused) return readComplaint(scope, {});
          throw error;
        });
        const { additionalContext } = context;
        const about =
          additionalContext.postURL === ""
            ? { ...additionalContext, postURL: address || (url.search && url.href) }
            : additionalContext;
        const { number } = await scope.gateway.call("insertComplaint", {
          ...complaint,
          context: { ...context, deviceId, additionalContext: about },
          submissionId: submissionId ?? newSubmissionId(),
        });
        return done(paths.advice(number), `已收到你的投诉，编号 ${number}`);
      },
    ),
  ),
});

/** With JavaScript, a network failure while posting keeps the page as it is. */
export const clientAction = keepOnNetworkFailure("complain");

export default function ComplaintScreen() {
  const { complaint, disclaimer, submissionId } = useLoaderData<typeof loader>();
  return (
    <ServiceFrame part="complaint" title="内容投诉">
      <div className={styles.body}>
        <p className={styles.lead}>
          对违法、侵权的内容，或社区的处理不服，可以在这里向平台投诉。一般的灌水、广告请用帖子里的“举报”，版主处理得更快。
        </p>
        <ComplaintPanel
          key={complaint.path}
          complaint={complaint}
          submissionId={submissionId}
          waits={disclaimer !== null}
        />
      </div>
      {disclaimer ? (
        <DisclaimerDialog
          key={submissionId}
          declaration={disclaimer}
          form={{ id: "complaint", intent: "complain" }}
        />
      ) : null}
    </ServiceFrame>
  );
}
