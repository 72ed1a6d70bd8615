/** The home page (spec 7.2, Home): its banners and blocks, and writing posts from there. */

import type { homeCalls } from "contract/home/calls";
import { and, gt, inArray, isNull } from "drizzle-orm";
import { news } from "../database/schema";
import { postHandlers } from "../forum/posts/calls";
import { destroyOwn, isDeletedByAuthor } from "../forum/posts/destroy-post";
import { allSections, isListed, toSectionBrief } from "../forum/sections/find-sections";
import { visiblePost } from "../forum/states/find-content";
import { topicHandlers } from "../forum/topics/calls";
import { published, selectNews } from "../information/rows";
import type { HandlersOf } from "../server/context";
import { Refusal } from "../server/refusal";
import { draftedHome } from "./drafted-home";
import { isOver, isShown, type Period, storedHome, withLinkPictures, withPictures } from "./home-document";
import { newProducts } from "./new-products";
import { chosenFirst } from "./operator-order";

/** The number of unpublished news in the preview. */
const heldBackMax = 50;

const undated = <Dated extends Period>({ from: _from, until: _until, ...entry }: Dated) => entry;

export const homeHandlers = {
  async getForums(_request, { database }) {
    const open = (await allSections(database)).filter((each) => isListed(each) && each.archivedAt === null);
    return { data: open.map(toSectionBrief) };
  },

  async queryBanner(_request, { database, now }) {
    const { banners } = await storedHome(database);
    const visibleBanners = banners.filter((banner) => isShown(banner, now()));
    return { data: await withPictures(database, visibleBanners.map(undated)) };
  },

  async queryHomeBlocks(_request, { database, now }) {
    const { blocks } = await storedHome(database);
    const visibleBlocks = blocks.filter((block) => isShown(block, now()));
    return { data: await withLinkPictures(database, visibleBlocks.map(undated)) };
  },

  async queryNewProduct({ first, count }, { database }) {
    return { data: await newProducts(database, first, count) };
  },

  async queryHomeNews({ first, count }, { database, now }) {
    const at = now();
    const fixedRows =
      first.length === 0
        ? []
        : await selectNews(database, and(published(at), inArray(news.id, first)), { limit: first.length });
    const newest = await selectNews(database, published(at), { limit: count + first.length });
    return { data: chosenFirst(first, fixedRows, newest, count) };
  },

  async queryHomePreview({ preview }, { database, now }) {
    const at = now();
    const { banners, blocks } =
      preview === undefined ? await storedHome(database) : await draftedHome(database, preview);
    return {
      banners: await withPictures(
        database,
        banners.filter((banner) => !isOver(banner, at)),
      ),
      blocks: await withLinkPictures(
        database,
        blocks.filter((block) => !isOver(block, at)),
      ),
      news: await selectNews(database, and(isNull(news.delistedAt), gt(news.date, at)), {
        limit: heldBackMax,
        soonest: true,
      }),
    };
  },

  async savePostBasicData({ pk_post, ...topic }, context) {
    const { submissionId, baseEditedAt, ...fields } = topic;
    if (pk_post === undefined) {
      const topic = await topicHandlers.submitTopic({ ...fields, submissionId }, context);
      return { ...topic, pk_post: topic.pid };
    }
    const { post } = await visiblePost(context, pk_post);
    // A reply has no title, section or tags, so this call edits only topics.
    if (post.floor !== 1) throw new Refusal("POST_NOT_FOUND");
    const changed = await topicHandlers.editTopic({ ...fields, tid: post.topicId, baseEditedAt }, context);
    return { ...changed, pk_post: changed.pid };
  },

  async deletePostBasicData({ pk_post, real }, context) {
    if (real !== "3" || !(await isDeletedByAuthor(context, pk_post))) {
      const { tid } = await postHandlers.deleteContent({ pid: pk_post }, context);
      if (real !== "3") return { pk_post, tid, destroyed: false };
    }
    return { pk_post, tid: await destroyOwn(context, pk_post), destroyed: true };
  },
} satisfies HandlersOf<typeof homeCalls>;
