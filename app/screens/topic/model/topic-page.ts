import type { paths } from "~/navigation/paths";
import type { StandingOf } from "../floors/use-reactions";
import type { TopicDetail } from "./topic-detail";

type TopicAddress = NonNullable<Parameters<typeof paths.topic>[1]>;

/** The data that every part of a topic's page needs, built once for all its posts. */
export interface TopicPage {
  topic: TopicDetail;
  /** Adds the prefix of the current shell to a path. */
  to: (path: string) => string;
  /** The address of this page with further queries, in the present order and selection. */
  at: (more: TopicAddress) => string;
  /** The signed-in person; undefined for visitors. */
  uid: number | undefined;
  mayReply: boolean;
  /** Whether the reply form answers a post and not the topic itself. */
  answersPost: boolean;
  mayAccomplish: boolean;
  standingOf: StandingOf;
  /** The post that the address names; it is highlighted. */
  highlighted: number | undefined;
}
