/** The parts of a member's page. */
export const homeTabs = ["topics", "replies", "favorites", "following", "followers"] as const;
export type HomeTab = (typeof homeTabs)[number];

export const tabNames: Record<HomeTab, string> = {
  topics: "主题",
  replies: "回复",
  favorites: "收藏",
  following: "关注",
  followers: "粉丝",
};
