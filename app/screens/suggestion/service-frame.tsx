import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { ListBar, Tabs } from "~/lists/list-page";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import styles from "./suggestion.module.css";

export type ServicePart = "suggestion" | "complaint" | "mySuggestions" | "myComplaints";

/** The frame of the screens for suggestions and complaints: links to all of them, and the current one. */
export function ServiceFrame({
  part,
  title,
  children,
}: {
  part: ServicePart;
  title: string;
  children: ReactNode;
}) {
  const { to } = useShell();
  const tabs: { name: string; part: ServicePart; path: string }[] = [
    { name: "提建议", part: "suggestion", path: paths.suggestion() },
    { name: "投诉", part: "complaint", path: paths.complaint() },
    { name: "我的建议", part: "mySuggestions", path: paths.myAdvice() },
    { name: "我的投诉", part: "myComplaints", path: paths.myAdvice("complaint") },
  ];
  return (
    <section className={`surface ${styles.frame}`}>
      <h1>{title}</h1>
      <ListBar>
        <Tabs
          label="意见建议与投诉"
          tabs={tabs.map((tab) => ({ name: tab.name, href: to(tab.path), current: tab.part === part }))}
        />
      </ListBar>
      {children}
    </section>
  );
}

/** The link in the empty state of a list. */
export function EmptyLink({ path, children }: { path: string; children: ReactNode }) {
  const { to } = useShell();
  return (
    <Link className="button" data-primary to={to(path)} prefetch="none">
      {children}
    </Link>
  );
}
