import { type Member, type Section, submissionId, type TestGateway } from "../gateway";

/** A topic with replies of several writers: two floors to move, one of them with a reply beneath it. */
export async function repliesScene(at: TestGateway, section: Section, writers: [Member, Member]) {
  const [asker, other] = writers;
  const source = await at.topic(asker, section, { tags: ["串口"] });
  const stays = await at.reply(other, source.tid, { content: "先看波特率。" });
  const goes = await at.reply(other, source.tid, { content: "顺便问问示波器怎么选？" });
  const beneath = await at.reply(asker, source.tid, { content: "要一百兆的。", parent: goes.pid });
  const goesToo = await at.reply(asker, source.tid, { content: "示波器看带宽。" });
  const target = await at.topic(other, section, { title: "示波器怎么选" });
  const posts = [goes.pid, goesToo.pid];
  return { source, stays, goes, beneath, goesToo, target, posts };
}

export const moveForm = (scene: { source: { tid: number }; target: { tid: number }; posts: number[] }) => ({
  tid: scene.source.tid,
  posts: scene.posts,
  topic: String(scene.target.tid),
  reason: "和主题无关",
  submissionId: submissionId(),
});

export const splitForm = (scene: { source: { tid: number }; posts: number[] }, fid: number) => ({
  tid: scene.source.tid,
  posts: scene.posts,
  title: "示波器的带宽怎么选",
  fid,
  reason: "另开一题",
  submissionId: submissionId(),
});

export const mergeForm = (scene: { source: { tid: number }; target: { tid: number } }) => ({
  tid: scene.source.tid,
  into: String(scene.target.tid),
  reason: "问的是同一件事",
  submissionId: submissionId(),
});

interface People {
  moderator: Member;
  writers: [Member, Member];
  section: Section;
  /** Another section of the moderator. */
  elsewhere: Section;
}

/** The scenes of moving, splitting and merging, for the test that undoes every action. */
export function replyActions(at: () => TestGateway, people: () => People) {
  const scene = async () => {
    const { section, writers } = people();
    const made = await repliesScene(at(), section, writers);
    at().pass(60);
    return made;
  };
  return {
    moveReplies: async () => {
      const [form, by] = [moveForm(await scene()), people().moderator];
      return { by, act: () => at().ok("moveReplies", form, by) };
    },
    splitTopic: async () => {
      const [form, by] = [splitForm(await scene(), people().elsewhere.fid), people().moderator];
      // The emptied topic stays, so that its address leads back: moderation-replies.test.ts looks at both tables.
      return { by, act: () => at().ok("splitTopic", form, by), without: ["topics", "posts"] };
    },
    mergeTopic: async () => {
      const [form, by] = [mergeForm(await scene()), people().moderator];
      return { by, act: () => at().ok("mergeTopic", form, by) };
    },
  };
}
