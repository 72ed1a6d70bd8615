import type { IconName } from "~/ui/icon-names.gen";

/** The small icons that a moderator may put before a title, with their meanings. */
const topicIcons: Record<string, { icon: IconName; label: string }> = {
  star: { icon: "star", label: "推荐" },
  bulb: { icon: "bulb", label: "好点子" },
  trophy: { icon: "trophy", label: "获奖" },
  flag: { icon: "flag", label: "重要" },
  heart: { icon: "heart", label: "热心" },
  speakerphone: { icon: "speakerphone", label: "公告" },
};

/** An icon by the gateway's name; null for an unknown name. */
export function topicIcon(name: string | null): { icon: IconName; label: string } | null {
  return (name !== null && topicIcons[name]) || null;
}
