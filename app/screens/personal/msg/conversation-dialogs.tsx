import { Form, Link, useActionData, useNavigate } from "@remix-run/react";
import { browserForumRefusals } from "contract/forum/constants";
import type { ReactNode } from "react";
import { FormProblems, FormToken } from "~/forms/field-parts";
import fieldSheet from "~/forms/fields.module.css?inline";
import { ScreenForm } from "~/forms/form/screen-form";
import { useScreenForm } from "~/forms/form/use-screen-form";
import { FieldProvider } from "~/forms/inputs/field-provider";
import inputSheet from "~/forms/inputs/inputs.module.css?inline";
import { ReportFields } from "~/forms/report-fields";
import { failureOf } from "~/forms/result";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import dialogStyles from "~/screens/topic/dialogs/dialogs.module.css";
import dialogSheet from "~/screens/topic/dialogs/dialogs.module.css?inline";
import { Dialog, DialogButtons } from "~/ui/dialog";
import { LoginDialog } from "~/ui/dialogs";
import { useStylesAlong } from "~/ui/styles-along";
import type { ConversationData } from "./conversation";
import type { MessagesQuery } from "./msg-query.server";

const styles = import.meta.env.SSR ? dialogSheet + fieldSheet + inputSheet : "";

interface DialogsProps {
  conversation: ConversationData;
  query: MessagesQuery;
}

/**
 * The dialog that a conversation's address asks for: block, delete or report. Before JavaScript each is a page of its
 * own.
 */
export default function ConversationDialogs({ conversation, query }: DialogsProps) {
  const { to } = useShell();
  const navigate = useNavigate();
  const { person, blocked, messages } = conversation;
  const back = to(paths.conversation(person.uid));
  const leave = () => navigate(back, { preventScrollReset: true });
  const cancel = (
    <Link className="button" to={back} preventScrollReset>
      取消
    </Link>
  );
  if (query.reported)
    return (
      <Dialog title="已收到你的举报" onEscape={leave}>
        <p>管理员会尽快查看这条私信。你也可以屏蔽对方，不再收到 TA 的私信。</p>
        <DialogButtons>
          <Link className="button" data-primary to={back} preventScrollReset>
            知道了
          </Link>
        </DialogButtons>
      </Dialog>
    );
  const reported = messages.find(({ id, mine }) => id === query.report && !mine);
  if (reported)
    return <ReportMessage cancel={cancel} leave={leave} query={query} person={person} message={reported} />;
  if (query.block && !blocked)
    return (
      <Ask intent="block" title={`屏蔽 ${person.nickName}`} button="屏蔽" cancel={cancel} leave={leave}>
        屏蔽后，不会再收到 TA 的私信，也不会因 TA 的回复、赞或关注收到通知。TA 不会被告知。可以随时解除。
      </Ask>
    );
  if (query.block)
    return (
      <Ask
        intent="unblock"
        uid={person.uid}
        title={`解除屏蔽 ${person.nickName}`}
        button="解除屏蔽"
        cancel={cancel}
        leave={leave}
      >
        解除后，TA 又能给你发私信了。
      </Ask>
    );
  if (query.remove)
    return (
      <Ask intent="remove" title="删除会话" button="删除" cancel={cancel} leave={leave}>
        会话里现有的私信只从你这里删除，对方仍能看到；删除后不能恢复。
      </Ask>
    );
  return null;
}

interface AskProps {
  intent: "block" | "unblock" | "remove";
  uid?: number;
  title: string;
  button: string;
  cancel: ReactNode;
  leave: () => void;
  children: ReactNode;
}

function Ask({ intent, uid, title, button, cancel, leave, children }: AskProps) {
  const failure = failureOf(useActionData(), intent);
  return (
    <Dialog title={title} onEscape={leave}>
      <p>{children}</p>
      <FormProblems id={`${intent}-problems`} errors={failure?.result.error?.[""] ?? undefined} />
      <DialogButtons>
        {cancel}
        <Form method="post" preventScrollReset replace>
          <FormToken />
          {uid === undefined ? null : <input type="hidden" name="uid" value={uid} />}
          <button
            type="submit"
            className="button"
            {...(intent === "unblock" ? { "data-primary": "" } : { "data-danger": "" })}
            name="intent"
            value={intent}
          >
            {button}
          </button>
        </Form>
      </DialogButtons>
    </Dialog>
  );
}

interface ReportProps extends Pick<DialogsProps, "query"> {
  person: ConversationData["person"];
  message: ConversationData["messages"][number];
  cancel: ReactNode;
  leave: () => void;
}

function ReportMessage({ person, message, query, cancel, leave }: ReportProps) {
  useStylesAlong(styles);
  const { to } = useShell();
  const failure = failureOf(useActionData(), "report");
  const form = useScreenForm({ id: "report", intent: "report", failure });
  const errors = failure?.result.error ?? {};
  const already = message.reported || errors[""]?.[0] === browserForumRefusals.ALREADY_REPORTED.message;
  return (
    <Dialog title={`举报 ${person.nickName} 的私信`} onEscape={leave}>
      {already ? (
        <p className={dialogStyles.told} role="status">
          {browserForumRefusals.ALREADY_REPORTED.message}，不需要再提交一次。
        </p>
      ) : (
        <p className={dialogStyles.lead}>举报后，管理员会看到这一条私信的内容。</p>
      )}
      <FieldProvider>
        <ScreenForm of={form} preventScrollReset className={dialogStyles.form} problemsElsewhere={already}>
          <input type="hidden" name="id" value={message.id} />
          {already ? null : <ReportFields />}
          <DialogButtons>
            {cancel}
            {already ? null : (
              <button type="submit" className="button" data-primary name="intent" value="report">
                提交举报
              </button>
            )}
          </DialogButtons>
        </ScreenForm>
      </FieldProvider>
      {failure?.dialog === "login" ? (
        <LoginDialog redirect={to(paths.conversation(person.uid, { report: query.report }))} keepsPage />
      ) : null}
    </Dialog>
  );
}
