import { useWindowEvent } from "@mantine/hooks";
import { Link, useRevalidator } from "@remix-run/react";
import { type MouseEvent, type ReactNode, useState } from "react";
import { useRoot, useShell } from "~/navigation/use-shell";
import { LoginDialog } from "~/ui/dialogs";

interface PostLinkProps {
  /** The editor's address with its queries. */
  path: string;
  className?: string;
  primary?: boolean;
  children: ReactNode;
}

/**
 * A link to the editor. For visitors it opens the login dialog; signing in and then the editor open in another tab
 * (spec 2.1), and this page stays. Without JavaScript both open in this tab.
 */
export function PostLink({ path, className, primary, children }: PostLinkProps) {
  const { to } = useShell();
  const isVisitor = !useRoot()?.me;
  const { revalidate } = useRevalidator();
  /** The number of presses: the React key that makes each dialog a new one. */
  const [timesPressed, setAsked] = useState(0);
  const [hasLeft, setHasLeft] = useState(false);
  useWindowEvent("focus", () => {
    if (!hasLeft) return;
    setHasLeft(false);
    revalidate();
  });
  const ask = (event: MouseEvent) => {
    if (!isVisitor || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    setAsked((times) => times + 1);
  };
  const leave = () => {
    setHasLeft(true);
    // After the browser has followed the link.
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
      {timesPressed > 0 && isVisitor ? (
        <LoginDialog key={timesPressed} redirect={to(path)} onLeave={leave} />
      ) : null}
    </>
  );
}
