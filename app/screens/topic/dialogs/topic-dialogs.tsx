import { Link, useNavigate } from "@remix-run/react";
import complaintSheet from "~/complaint/complaint.module.css?inline";
import { ComplaintPanel } from "~/complaint/complaint-panel";
import consentSheet from "~/consent/consent.module.css?inline";
import { DisclaimerDialog } from "~/consent/disclaimer-dialog";
import fieldSheet from "~/forms/fields.module.css?inline";
import inputSheet from "~/forms/inputs/inputs.module.css?inline";
import questionSheet from "~/forms/outcomes/question-box.module.css?inline";
import moderationSheet from "~/moderation/fields.module.css?inline";
import { Dialog, DialogButtons } from "~/ui/dialog";
import { LoginDialog } from "~/ui/dialogs";
import { useStylesAlong } from "~/ui/styles-along";
import type { TopicDialog } from "../model/topic-dialog.server";
import type { TopicPage } from "../model/topic-page";
import { AcceptDialog } from "./accept";
import { AccomplishDialog } from "./accomplish";
import { DeleteDialog } from "./delete";
import sheet from "./dialogs.module.css?inline";
import { HistoryDialog } from "./history";
import { InviteDialog } from "./invite";
import { ModerateDialog } from "./moderate";
import { ReportDialog } from "./report";

const styles = import.meta.env.SSR
  ? sheet + complaintSheet + consentSheet + fieldSheet + inputSheet + questionSheet + moderationSheet
  : "";

interface TopicDialogsProps {
  page: TopicPage;
  dialog: TopicDialog;
  here: string;
}

/**
 * The dialog in the address. Before JavaScript each dialog is a page of its own. It leads back to the post that it is
 * about.
 */
export default function TopicDialogs({ page, dialog, here }: TopicDialogsProps) {
  useStylesAlong(styles);
  const navigate = useNavigate();
  const about =
    "post" in dialog ? dialog.post.pid : dialog.kind === "history" ? dialog.versions.pid : undefined;
  const back = page.at(about === undefined ? {} : { pid: about });
  const leave = () => navigate(back, { preventScrollReset: true });
  switch (dialog.kind) {
    case "login":
      return <LoginDialog redirect={here} />;
    case "remove":
      return <DeleteDialog page={page} post={dialog.post} back={back} onEscape={leave} />;
    case "accept":
      return <AcceptDialog page={page} post={dialog.post} back={back} onEscape={leave} />;
    case "moderate":
      return <ModerateDialog page={page} moderation={dialog} back={back} onEscape={leave} />;
    case "report":
      return <ReportDialog page={page} post={dialog.post} back={back} onEscape={leave} />;
    case "complain":
      if (dialog.disclaimer) return <DisclaimerDialog declaration={dialog.disclaimer} />;
      return (
        <Dialog title={`投诉${dialog.post.name}`} onEscape={leave}>
          <ComplaintPanel
            complaint={dialog.complaint}
            submissionId={dialog.submissionId}
            back={back}
            onEscape={leave}
          />
        </Dialog>
      );
    case "invite":
      return <InviteDialog page={page} invitation={dialog} back={back} onEscape={leave} />;
    case "accomplish":
      return <AccomplishDialog page={page} back={back} onEscape={leave} />;
    case "history":
      return <HistoryDialog page={page} history={dialog} back={back} onEscape={leave} />;
    default:
      return (
        <Dialog title={dialog.kind === "reported" ? "已收到你的举报" : "暂时不能进行"} onEscape={leave}>
          <p>
            {dialog.kind === "reported"
              ? "版主会尽快查看。处理前不需要重复举报，谢谢你帮助维护社区。"
              : dialog.message}
          </p>
          <DialogButtons>
            <Link className="button" data-primary to={back} preventScrollReset>
              知道了
            </Link>
          </DialogButtons>
        </Dialog>
      );
  }
}
