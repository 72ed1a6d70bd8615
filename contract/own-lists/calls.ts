/** Members' own lists of parts, resources and topics, and the searches that they keep. */
import { z } from "zod";
import { count, flag, some, words } from "../base/absent";
import { defineCall } from "../base/call";
import { submissionId, timestamp } from "../base/fields";
import { state } from "../products/shapes";
import { ownListItemsMax, ownListNewsCodes } from "./constants";
import {
  itemId,
  itemKind,
  keptAddress,
  listId,
  listName,
  note,
  orderNumber,
  quantity,
  searchName,
  shareKey,
  targets,
  told,
  typedLines,
} from "./fields";

const own = { group: "person", method: "POST", body: "json", access: "user" } as const;
const writes = { ...own, limit: "edit", effect: "private" } as const;
const path = (name: string) => `/gateway/rest/person/lists/${name}`;
const done = z.object({ success: z.literal(true).default(true) });

/** News of a thing: what a notice, a version or a new state is called, and where it leads. */
const news = z.object({
  kind: z.enum(ownListNewsCodes),
  title: z.string(),
  /** The number of a notice, or the resource of a version; a new state leads to the product itself. */
  notice: z.string().nullable().default(null),
  pk_rm_resource: z.number().nullable().default(null),
});

const item = z.object({ id: z.number(), note: words });

/** What became of an addition. */
const addition = {
  /** The things that were not in the list. */
  added: z.number(),
  /** The parts whose quantities would have become too large, and are now the largest. */
  capped: count,
  /** The same form added before, so nothing was added now. */
  repeated: flag,
};

const content = {
  name: z.string(),
  /** Products and their orderable parts, in the owner's order. */
  parts: some(
    item.extend({
      product: z.number(),
      name: z.string(),
      /** Empty for the product without an order number. */
      number: words,
      /** The order number is no more one of the product, which is still there. */
      numberGone: flag,
      quantity: z.number().default(1),
      state,
      delisted: flag,
      /** The first shop that sells it. */
      buy: z.object({ name: z.string(), url: z.string() }).nullable().default(null),
      news: some(news),
    }),
  ),
  resources: some(
    item.extend({
      pk_rm_resource: z.number(),
      title: z.string(),
      version: words,
      date: words,
      delisted: flag,
      news: some(news),
    }),
  ),
  /** `title` is null where the reader cannot see the topic. */
  topics: some(item.extend({ tid: z.number(), title: z.string().nullable().default(null) })),
};

const ownListDetail = z.object({
  ...content,
  id: z.number(),
  told: some(z.enum(ownListNewsCodes)),
  /** The secret of its address; null while it is not shared. */
  shareKey: z.string().nullable().default(null),
  /** Whether something changed since its owner last said that they had seen it, and the time of the latest change. */
  changed: flag,
  asOf: timestamp,
});

const ownListRow = z.object({
  id: z.number(),
  name: z.string(),
  parts: count,
  resources: count,
  topics: count,
  shared: flag,
  changed: flag,
  updatedAt: timestamp,
});

export const ownListCalls = {
  ownLists: defineCall({
    ...own,
    summary: "The signed-in person's lists in their order, and the searches that they keep, latest first.",
    path: path("all"),
    effect: "reads",
    seenAs: "withheld",
    request: z.object({}),
    response: z.object({
      lists: some(ownListRow),
      searches: some(
        z.object({ id: z.number(), name: z.string(), address: z.string(), createdAt: timestamp }),
      ),
    }),
  }),
  ownList: defineCall({
    ...own,
    summary: "One of the signed-in person's lists with everything in it, and the news of each thing.",
    path: path("one"),
    effect: "reads",
    seenAs: "withheld",
    request: z.object({ id: listId }),
    response: ownListDetail,
  }),
  sharedList: defineCall({
    ...own,
    summary: "A list for everybody who has its address.",
    path: path("shared"),
    access: "visitor",
    effect: "reads",
    seenAs: "shown",
    replica: "nobody",
    request: z.object({ key: shareKey }),
    response: z.object(content),
  }),
  ownListTargets: defineCall({
    ...own,
    summary:
      "The names of what is about to go into a list, and the caller's lists that have all of it already.",
    path: path("targets"),
    effect: "reads",
    seenAs: "withheld",
    request: z.object({ kind: itemKind, targets, number: orderNumber }),
    response: z.object({
      things: z.array(z.object({ id: z.number(), name: z.string() })),
      lists: some(z.number()),
    }),
  }),
  createOwnList: defineCall({
    ...writes,
    summary: "Makes a list. The same form posted twice makes one.",
    path: path("create"),
    request: z.object({ name: listName, submissionId }),
    response: z.object({ id: z.number() }),
  }),
  saveOwnList: defineCall({
    ...writes,
    summary: "Changes a list's name, and the kinds of news that its owner is told of.",
    path: path("save"),
    request: z.object({ id: listId, name: listName, told }),
    response: done,
  }),
  moveOwnList: defineCall({
    ...writes,
    limit: "press",
    summary: "Moves a list one place up or down.",
    path: path("move"),
    request: z.object({ id: listId, up: z.boolean() }),
    response: done,
  }),
  deleteOwnList: defineCall({
    ...writes,
    summary: "Deletes a list with everything in it.",
    path: path("delete"),
    request: z.object({ id: listId }),
    response: done,
  }),
  shareOwnList: defineCall({
    ...writes,
    summary:
      "Gives a list an address that everybody may read, or takes it away. A list that is shared again has another address.",
    path: path("share"),
    request: z.object({ id: listId, shared: z.boolean() }),
    response: z.object({ shareKey: z.string().nullable().default(null) }),
  }),
  seenOwnList: defineCall({
    ...writes,
    limit: "press",
    summary:
      "Says that the owner has seen the news of a list up to a time, that of the page that showed them.",
    path: path("seen"),
    request: z.object({ id: listId, asOf: z.iso.datetime("时间有误") }),
    response: done,
  }),
  addToOwnList: defineCall({
    ...writes,
    limit: "press",
    summary:
      "Adds things to a list, or to a new one of this name. Of what is in it already, the quantity of a part grows, and the notes are joined.",
    path: path("add"),
    request: z.object({
      list: listId.optional(),
      name: listName.optional(),
      kind: itemKind,
      targets,
      number: orderNumber,
      quantity: quantity.default(1),
      note: note.default(""),
      submissionId,
    }),
    response: z.object({ id: z.number(), name: z.string(), ...addition }),
  }),
  addLinesToOwnList: defineCall({
    ...writes,
    summary:
      "Adds typed part numbers, one a line with a quantity. With a line that names no part, nothing is added, and the refusal says which.",
    path: path("lines"),
    request: z.object({ id: listId, lines: typedLines, submissionId }),
    response: z.object(addition),
  }),
  saveOwnListItems: defineCall({
    ...writes,
    summary:
      "Changes the given quantities and notes of things in a list. Things that have left it are left out.",
    path: path("save-items"),
    request: z.object({
      id: listId,
      items: z
        .array(z.object({ item: itemId, quantity: quantity.optional(), note: note.optional() }))
        .max(ownListItemsMax, `一份清单最多 ${ownListItemsMax} 项`),
    }),
    response: done,
  }),
  moveOwnListItem: defineCall({
    ...writes,
    limit: "press",
    summary: "Moves a thing one place up or down among those of its kind.",
    path: path("move-item"),
    request: z.object({ id: listId, item: itemId, up: z.boolean() }),
    response: done,
  }),
  removeOwnListItem: defineCall({
    ...writes,
    limit: "press",
    summary: "Takes a thing out of a list.",
    path: path("remove-item"),
    request: z.object({ id: listId, item: itemId }),
    response: done,
  }),
  keepSearch: defineCall({
    ...writes,
    summary:
      "Keeps the address of a search or a filtered list under a name; the same address gets the new name.",
    path: path("keep-search"),
    request: z.object({ name: searchName, address: keptAddress }),
    response: z.object({ id: z.number() }),
  }),
  removeSearch: defineCall({
    ...writes,
    limit: "press",
    summary: "Removes a kept search.",
    path: path("remove-search"),
    request: z.object({ id: listId }),
    response: done,
  }),
};

export type OwnListDetail = z.infer<typeof ownListDetail>;
export type OwnListNewsRow = z.infer<typeof news>;
