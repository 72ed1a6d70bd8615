import { useActionData, useNavigation, useSearchParams } from "@remix-run/react";
import { useCallback, useEffect, useRef, useState } from "react";
import { renewFormToken } from "~/forms/form-token";
import { paths } from "~/navigation/paths";
import { useRoot } from "~/navigation/use-shell";
import { ask } from "../textarea/ask";
import { useEditorTarget } from "../textarea/editor-target";
import styles from "../textarea/editor-tools.module.css";
import { Sides } from "./comparison";
import { clockTime, type DraftState } from "./draft";
import partStyles from "./draft-parts.module.css";
import { DraftSaver, type SaverState } from "./draft-saver";

/** The value of the button that sent a form: the main button's, or one of the draft buttons'. */
const submitterOf = (event: SubmitEvent) =>
  event.submitter instanceof HTMLButtonElement ? event.submitter.value : "";

/** Saves the draft of the editor's form during typing, and shows its state. */
export function DraftKeeper({ draft }: { draft: DraftState }) {
  const { textarea } = useEditorTarget();
  const uid = useWriter();
  const [state, setState] = useState<SaverState>({ kind: "quiet" });
  useAnswered(state);
  const saver = useRef<DraftSaver>();
  const isSent = useSent(saver);
  const isOut = useRef(false);
  isOut.current = state.kind === "signedOut" || state.kind === "otherPerson";
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the draft that the page came with is restored
  useEffect(() => {
    const { form } = textarea;
    if (!form || uid === undefined) return;
    const draftSaver = new DraftSaver(form, uid, draft, setState);
    saver.current = draftSaver;
    draftSaver.restore();
    const onSubmit = (event: SubmitEvent) => {
      const button = submitterOf(event);
      if (button === "draft" || button === "discard") {
        // The script does this itself; the form is not sent.
        event.preventDefault();
        event.stopPropagation();
        if (button === "draft") void draftSaver.save({ automatic: false });
        else {
          void draftSaver.discard();
          // The pressed button has disappeared: the focus goes back to the text.
          textarea.focus();
        }
        return;
      }
      if (!["publish", "reply", ""].includes(button)) return;
      draftSaver.keepLocally();
      draftSaver.stop();
      isSent.current = true;
    };
    const onHide = () => {
      if (document.visibilityState === "hidden") draftSaver.leave();
    };
    const onLeave = (event: BeforeUnloadEvent) => {
      draftSaver.keepLocally();
      if (draftSaver.wouldLose) event.preventDefault();
    };
    form.addEventListener("input", draftSaver.onInput);
    form.addEventListener("submit", onSubmit, { capture: true });
    document.addEventListener("visibilitychange", onHide);
    window.addEventListener("beforeunload", onLeave);
    return () => {
      form.removeEventListener("input", draftSaver.onInput);
      form.removeEventListener("submit", onSubmit, { capture: true });
      document.removeEventListener("visibilitychange", onHide);
      window.removeEventListener("beforeunload", onLeave);
      if (isSent.current) draftSaver.published();
      else draftSaver.leave();
    };
  }, [textarea, uid]);
  const onBack = useCallback((state: SaverState) => {
    setState(state);
    if (state.kind === "quiet") void saver.current?.save({ automatic: false });
  }, []);
  useComingBack(isOut, uid, onBack);
  return (
    <div className={state.kind === "conflict" ? styles.wide : styles.state} role="status">
      <SaverStatus state={state} saver={saver.current} />
    </div>
  );
}

/** The uid of the author: whoever was signed in when the page loaded, even after the session ended. */
function useWriter(): number | undefined {
  const uid = useRoot()?.me?.uid;
  const first = useRef(uid);
  first.current ??= uid;
  return first.current;
}

/** A draft of a reply that this browser restored still answers the same post, unless the address names another. */
function useAnswered(state: SaverState): void {
  const { textarea } = useEditorTarget();
  const [query, setQuery] = useSearchParams();
  const parent = state.kind === "restored" ? state.parent : "";
  // biome-ignore lint/correctness/useExhaustiveDependencies: only once, after the restore
  useEffect(() => {
    if (!parent || query.has("replyTo") || textarea.form?.elements.namedItem("parent")) return;
    query.set("replyTo", parent);
    setQuery(query, { replace: true, preventScrollReset: true });
  }, [parent]);
}

/** Whether the form is being sent. Deletes the draft when the form was accepted and the page stays. */
function useSent(saver: { current: DraftSaver | undefined }) {
  const isSent = useRef(false);
  const { state } = useNavigation();
  const answer = useActionData();
  useEffect(() => {
    if (state !== "idle" || !isSent.current) return;
    isSent.current = false;
    const failed = typeof answer === "object" && answer !== null && "result" in answer;
    if (failed) saver.current?.onInput();
    else saver.current?.published();
  }, [state, answer, saver]);
  return isSent;
}

/** When the member returns from signing in in another tab, the page takes the new session and keeps all typed text. */
function useComingBack(
  isOut: { current: boolean },
  uid: number | undefined,
  onBack: (state: SaverState) => void,
) {
  useEffect(() => {
    let asking = false;
    const look = async () => {
      const dialog = document.querySelector<HTMLDialogElement>("dialog[open][data-sign-in]");
      if (asking || document.visibilityState !== "visible" || (!isOut.current && !dialog)) return;
      asking = true;
      const answer = await ask<{ uid: number; nickName: string; formToken: string }>("session");
      asking = false;
      if (!answer.ok) return;
      renewFormToken(answer.data.formToken);
      if (uid !== undefined && answer.data.uid !== uid) {
        onBack({ kind: "otherPerson", nickName: answer.data.nickName });
        return;
      }
      dialog?.close();
      onBack({ kind: "quiet" });
    };
    const listener = () => void look();
    document.addEventListener("visibilitychange", listener);
    window.addEventListener("focus", listener);
    return () => {
      document.removeEventListener("visibilitychange", listener);
      window.removeEventListener("focus", listener);
    };
  }, [isOut, uid, onBack]);
}

/** The sentence about the draft's state. */
function SaverStatus({ state, saver }: { state: SaverState; saver: DraftSaver | undefined }) {
  const { textarea } = useEditorTarget();
  switch (state.kind) {
    case "quiet":
    case "local":
      return null;
    case "saved":
      return `草稿已保存 ${clockTime(state.at)}`;
    case "restored":
      return (
        <>
          已恢复 {clockTime(state.at)} 的草稿
          <button type="button" className="link-button" onClick={() => void saver?.discard()}>
            丢弃
          </button>
        </>
      );
    case "offline":
      return "网络不通，草稿已存在本机，连上后会自动保存";
    case "signedOut":
      return (
        <>
          登录状态已失效，内容已存在本机
          <a href={paths.login(paths.signedIn())} target="_blank" rel="noopener">
            重新登录
          </a>
          回来可以接着写
        </>
      );
    case "otherPerson":
      return `现在登录的是另一个账号（${state.nickName}），草稿仍留给原来的账号；发表会以现在的账号进行`;
    case "refused":
      return `草稿没有存到服务器：${state.message}`;
    case "conflict":
      return (
        <section className={partStyles.compare} aria-label="比较两份内容">
          <p>
            另一个窗口在 {clockTime(state.other.savedAt)}{" "}
            保存过这份草稿。两份都不会丢：没选的那份会留在历史版本里。
          </p>
          <Sides mine={textarea.value} other={state.other.values.content} otherName="另一个窗口保存的" />
          <div className={partStyles.choices}>
            <button type="button" className="button" onClick={() => void saver?.keepMine(state.other)}>
              保留我的
            </button>
            <button type="button" className="button" onClick={() => void saver?.takeOther(state.other)}>
              改用另一份
            </button>
          </div>
        </section>
      );
  }
}
