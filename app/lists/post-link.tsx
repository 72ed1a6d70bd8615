import { useWindowEvent } from "@mantine/hooks";
import { Link, useRevalidator } from "@remix-run/react";
import { type MouseEvent, type ReactNode, useState } from "react";
import { useRoot, useShell } from "~/navigation/use-shell";
import { LoginDialog } from "~/ui/dialogs";

interface PostLinkProps {
  /** The editor's address, with what it begins with. */
  path: string;
  className?: string;
  primary?: boolean;
  children: ReactNode;
}

/**
 * A link to the editor. For visitors the post waits until they have signed in: that, and then the editor, opens in a
 * tab of its own (spec 2.1), and this page stays. Before JavaScript both come in this tab.
 */
export function PostLink({ path, className, primary, children }: PostLinkProps) {
  const { to } = useShell();
  const isVisitor = !useRoot()?.me;
  const { revalidate } = useRevalidator();
  /** How often it was asked for: each time the dialog is a new one. */
  const [timesAsked, setAsked] = useState(0);
  const [left, setLeft] = useState(false);
  useWindowEvent("focus", () => {
    if (!left) return;
    setLeft(false);
    revalidate();
  });
  const ask = (event: MouseEvent) => {
    if (!isVisitor || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    setAsked((times) => times + 1);
  };
  const leave = () => {
    setLeft(true);
    // The browser follows the link first.
    setTimeout(() => setAsked(0));
  };
  return (
    <>
      <Link
        {...(className ? { className } : {})}
        data-primary={primary || undefined}
        to={to(path)}
        prefetch="none"
        onClick={ask}
      >
        {children}
      </Link>
      {timesAsked > 0 && isVisitor ? (
        <LoginDialog key={timesAsked} redirect={to(path)} onLeave={leave} />
      ) : null}
    </>
  );
}
