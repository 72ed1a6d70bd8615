import type { paths } from "~/navigation/paths";
import type { StandingOf } from "../floors/use-reactions";
import type { TopicDetail } from "./topic-detail";

type TopicAddress = NonNullable<Parameters<typeof paths.topic>[1]>;

/** What every part of a topic's page needs; put together once, so that sixty posts do not each ask for it. */
export interface TopicPage {
  topic: TopicDetail;
  /** Keeps a path in the visitor's shell. */
  to: (path: string) => string;
  /** This page's address with something more asked for, in the order and selection that it is looked at. */
  at: (more: TopicAddress) => string;
  /** The signed-in person; undefined for visitors. */
  uid: number | undefined;
  mayReply: boolean;
  /** Whether the reply form answers a post, and not the topic itself. */
  aimed: boolean;
  mayAccomplish: boolean;
  standingOf: StandingOf;
  /** The post that the address names. */
  named: number | undefined;
}
