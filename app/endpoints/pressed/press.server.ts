import { id, longId } from "contract/base/fields";
import { collectionKinds } from "contract/collections/calls";
import type { TopicLevel } from "contract/forum/reading/calls";
import { z } from "zod";
import type { Scope } from "~/request/scope.server";

/** A button that appears on many pages: how its form is parsed, run and answered. */
export interface Press<Input, Done> {
  /** Reads the form; null when it is not valid. */
  read: (form: FormData) => Input | null;
  run: (scope: Scope, input: Input) => Promise<Done>;
  /**
   * The message after a visitor's press ran at sign-in. Undefined for presses that are not stored: only a press that
   * adds something, and that the same button can remove, is stored.
   */
  doneMessage?: (input: Input) => string | undefined;
}

const followSchema = z.object({
  intent: z.enum(["follow", "unfollow"]),
  kind: z.enum(["user", "section", "tag", "product"]),
  target: id,
});

/** All follow buttons (spec 7.2, follow). */
export const followPress: Press<z.output<typeof followSchema>, { followed: boolean }> = {
  read: (form) => followSchema.safeParse(Object.fromEntries(form)).data ?? null,
  run: ({ gateway }, { intent, ...target }) => gateway.call(intent, target),
  doneMessage: ({ intent }) => (intent === "follow" ? "已登录，并完成了刚才的关注" : undefined),
};

const collectSchema = z.object({
  intent: z.enum(["collect", "uncollect"]),
  kind: z.enum(collectionKinds),
  target: id,
});

/** All collect buttons (spec 7.2, collect). */
export const collectPress: Press<z.output<typeof collectSchema>, { collected: boolean }> = {
  read: (form) => collectSchema.safeParse(Object.fromEntries(form)).data ?? null,
  run: ({ gateway }, { intent, kind, target }) =>
    gateway.call("collect", { kind, target, collected: intent === "collect" }),
  doneMessage: ({ intent }) => (intent === "collect" ? "已登录，并完成了刚才的收藏" : undefined),
};

interface Reacting {
  what: "like" | "unlike" | "favorite" | "unfavorite";
  target: number;
}

/**
 * The like and favourite buttons of a topic (spec 7.2, like/unlike, favorite/cancel favorite). One form serves the
 * whole page: the button's value has the action and the id of the post or topic.
 */
export const reactionPress: Press<Reacting, { on: boolean; count: number }> = {
  read: (form) => {
    const intent = String(form.get("intent"));
    const [, what, number] = /^(like|unlike|favorite|unfavorite):(\d{1,15})$/.exec(intent) ?? [];
    const target = longId.safeParse(number);
    return what && target.success ? { what: what as Reacting["what"], target: target.data } : null;
  },
  run: async ({ gateway }, { what, target }) => {
    if (what === "like" || what === "unlike") {
      const { liked, likes } = await gateway.call(what === "like" ? "likePost" : "unlikePost", {
        pid: target,
      });
      return { on: liked, count: likes };
    }
    const { favorited, favorites } = await gateway.call(
      what === "favorite" ? "favoriteTopic" : "cancelFavorite",
      { tid: target },
    );
    return { on: favorited, count: favorites };
  },
  doneMessage: ({ what }) =>
    what === "favorite"
      ? "已登录，并完成了刚才的收藏"
      : what === "like"
        ? "已登录，并完成了刚才的点赞"
        : undefined,
};

const readingSchema = z.union([
  z.object({ intent: z.literal("readAll"), target: id.optional() }),
  z.object({
    intent: z.enum(["followTopic", "unfollowTopic", "muteTopic", "unmuteTopic"]),
    target: longId,
  }),
  z.object({ intent: z.enum(["block", "unblock"]), target: id }),
]);

const levels: Partial<Record<string, TopicLevel>> = { followTopic: "follow", muteTopic: "mute" };

/** The buttons that follow or mute a topic, block a person, or mark all topics as read. */
export const readingPress: Press<z.output<typeof readingSchema>, boolean> = {
  read: (form) => readingSchema.safeParse(Object.fromEntries(form)).data ?? null,
  run: async ({ gateway, session }, { intent, target }) => {
    if (intent === "readAll") {
      await gateway.call("readAllTopics", target === undefined ? {} : { fid: target });
      session.flash("notice", target === undefined ? "已全部标为已读" : "本版已全部标为已读");
      return true;
    }
    if (intent === "block") return (await gateway.call("blockUser", { uid: target })).blocked;
    if (intent === "unblock") return (await gateway.call("unblockUser", { uid: target })).blocked;
    const { level } = await gateway.call("setTopicLevel", {
      tid: target,
      level: levels[intent] ?? "default",
    });
    return level !== "default";
  },
  doneMessage: ({ intent }) => (intent === "followTopic" ? "已登录，并完成了刚才的关注" : undefined),
};
