import type { CallInput, CallName, CallResponse } from "contract";
import type { BatchAnswer } from "contract/moderation/fields";
import type { Asker } from "./ask";
import { valuesOf } from "./found";

/** Makes calls that must succeed, for an examination that writes; see writing.ts. */
export interface Writer {
  author: Asker;
  make<Name extends CallName>(
    name: Name,
    input: CallInput<Name>,
    asker?: Asker,
  ): Promise<CallResponse<Name> | undefined>;
  /** Posts the same form twice. @param undo deletes what the second made, when that is another thing */
  twice<Name extends CallName>(
    name: Name,
    input: CallInput<Name>,
    more?: { asker?: Asker; undo?: (second: CallResponse<Name>) => Promise<unknown> },
  ): Promise<CallResponse<Name> | undefined>;
  /** Makes a call that deletes or ends what another made. The report names what stays. @param what its name there */
  takeBack<Name extends CallName>(
    name: Name,
    input: CallInput<Name>,
    what: string,
    asker?: Asker,
  ): Promise<CallResponse<Name> | undefined>;
  /** Notes what must be so after a write. */
  after(name: CallName, passed: boolean, expected: string, got: unknown): void;
  isExamined(name: CallName): boolean;
  submissionId(): string;
}

/** Lists of the member's own: one is made, filled, changed, shared, and deleted with all that is in it. */
async function ownLists(writer: Writer, tid: number): Promise<void> {
  const { make, twice, takeBack, after, submissionId } = writer;
  const name = "符合性检查用的清单";
  const remove = ({ id }: { id: number }) => takeBack("deleteOwnList", { id }, `清单 ${id}`);
  const made = await twice("createOwnList", { name, submissionId: submissionId() }, { undo: remove });
  if (!made) return;
  const { id } = made;
  await make("saveOwnList", { id, name: `${name}，改过名`, told: [] });
  const added = { list: id, kind: "topic" as const, targets: [tid] };
  await make("addToOwnList", { ...added, note: "检查", submissionId: submissionId() });
  const list = await make("ownList", { id });
  const item = list?.topics?.[0]?.id;
  after("addToOwnList", list === undefined || item !== undefined, "清单里有这个主题", list);
  if (item !== undefined) {
    await make("saveOwnListItems", { id, items: [{ item, note: "检查，改过备注" }] });
    await make("moveOwnListItem", { id, item, up: true });
  }
  await make("seenOwnList", { id, asOf: new Date().toISOString() });
  await make("moveOwnList", { id, up: true });
  await make("moveOwnList", { id, up: false });
  const shared = await make("shareOwnList", { id, shared: true });
  if (shared?.shareKey) await make("sharedList", { key: shared.shareKey });
  await make("shareOwnList", { id, shared: false });
  if (item !== undefined) await make("removeOwnListItem", { id, item });
  await remove(made);
  // An address of its own: a member who kept this search already would lose it.
  const kept = await make("keepSearch", { name: "符合性检查", address: `/search?text=${submissionId()}` });
  if (kept) await takeBack("removeSearch", { id: kept.id }, `保存的筛选 ${kept.id}`);
}

/** Marks of the member's own: each is set and taken back, or set to what it is. */
async function ownMarks({ author, make, takeBack, after }: Writer): Promise<void> {
  const followed = await make("followedTags", {});
  if (followed) await make("saveTagFollow", { ids: followed.tags.map(({ id }) => id) });
  const card = await make("authorInfo", { uid: author.uid });
  if (card) await make("setFavoritesPublic", { public: card.favoritesPublic });
  await make("userFavorites", { uid: author.uid });
  const tree = await make("productTree", {});
  const [classId] = valuesOf(tree, "id");
  const products = typeof classId === "number" ? await make("productList", { id: classId }) : undefined;
  const target = products?.products[0]?.id;
  if (target === undefined) return;
  const kind = "product" as const;
  const asked = { kind, targets: [target] };
  const before = await make("collectStatus", asked);
  if (!before || before.collected.includes(target)) return;
  await make("collect", { kind, target, collected: true });
  const status = await make("collectStatus", asked);
  after("collect", status?.collected.includes(target) ?? true, "已收藏这个产品", status);
  await takeBack("collect", { kind, target, collected: false }, `收藏的产品 ${target}`);
}

/** What is of the member alone, and is as before afterwards. @param tid a topic of the member's */
export async function writeOwnThings(writer: Writer, tid: number): Promise<void> {
  await ownLists(writer, tid);
  await ownMarks(writer);
}

/** What a moderator may do in the named section with the examination's own texts, and its settings as they are. */
export async function moderateOwnTexts(
  { make, takeBack, after, isExamined, submissionId }: Writer,
  office: Asker,
  { fid, tid, pending, reply }: { fid: number; tid: number; pending: boolean; reply: number | undefined },
): Promise<void> {
  const reason = "符合性检查";
  const form = (id: number) => ({ reason, ids: [id], submissionId: submissionId() });
  /** A batch answers 200 also when it refuses its one thing. */
  const isDone = (name: CallName, answer: BatchAnswer | undefined) =>
    after(name, !answer || (answer.done === 1 && answer.refused === 0), "完成 1 项，拒绝 0 项", answer);
  if (reply !== undefined)
    for (const action of ["hidePost", "showPost"] as const)
      isDone("moderatorPostOperate", await make("moderatorPostOperate", { ...form(reply), action }, office));
  const settings = await make("moderatedForum", { fid }, office);
  if (!settings) return;
  // In a section without a bin an administrator would destroy the topic.
  if (settings.recycleBin && isExamined("recoverContent")) {
    isDone("topicOperate", await make("topicOperate", { ...form(tid), action: "recycle" }, office));
    isDone("recoverContent", await make("recoverContent", { ...form(tid), of: "topics" }, office));
  }
  const { preReview, recycleBin, postingClosed, unlisted, summary, rules, version } = settings;
  await make("updateForumSettings", { fid, preReview, recycleBin, postingClosed, unlisted, reason }, office);
  if (summary !== "") await make("updateForumDescription", { fid, summary, rules, base: version }, office);
  const name = `检查${submissionId().slice(-10)}`;
  await make("saveTopicClass", { fid, name, position: 99 }, office);
  const added = (await make("moderatedForum", { fid }, office))?.classes.find((one) => one.name === name);
  after("saveTopicClass", added !== undefined, `有分类「${name}」`, added);
  if (added) await takeBack("deleteTopicClass", { fid, id: added.id }, `分类「${name}」`, office);
  // Only what everybody can see is recommended.
  if (pending) return;
  const recommended = await make("recommendTopic", { fid, topic: String(tid), position: 99 }, office);
  if (recommended) await takeBack("unrecommendTopic", { fid, tid }, `推荐的主题 ${tid}`, office);
}
