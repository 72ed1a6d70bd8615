import type { TopicLevel } from "contract/forum/reading/calls";
import { paths } from "~/navigation/paths";
import { PressForm } from "../press-form";

interface TopicLevelProps {
  tid: number;
  title: string;
  level: TopicLevel;
}

const target = ({ tid, title }: TopicLevelProps) => ({
  kind: "topic",
  target: tid,
  name: title,
  action: paths.reading(),
});

/** 关注主题: a notice for every new reply. */
export function FollowTopic(topic: TopicLevelProps) {
  return (
    <PressForm
      {...target(topic)}
      place={`follow-topic-${topic.tid}`}
      pressed={topic.level === "follow"}
      press={{ intent: "followTopic", icon: "bell", label: "关注主题" }}
      unpress={{ intent: "unfollowTopic", icon: "check", label: "已关注主题", undo: "取消关注" }}
    />
  );
}

/** 静音: no notices of this topic, and lists collapse it. */
export function MuteTopic(topic: TopicLevelProps) {
  return (
    <PressForm
      {...target(topic)}
      place={`mute-topic-${topic.tid}`}
      pressed={topic.level === "mute"}
      press={{ intent: "muteTopic", icon: "bell-off", label: "静音" }}
      unpress={{ intent: "unmuteTopic", icon: "bell-off", label: "已静音", undo: "取消静音" }}
    />
  );
}
