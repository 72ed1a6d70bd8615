/** The operator's settings: policies, access mode, menus, footer and banners (spec 7.2, Terms and Home). */
import { z } from "zod";
import { flag, some, words } from "../base/absent";
import { defineCall } from "../base/call";
import { previewSecret, timestamp } from "../base/fields";
import { longKeep, shortKeep } from "../base/keep-for";
import { policyIds } from "./constants";

const empty = z.object({});

/** A node of the footer or of the header's navigation. Spec 3.5 (id, name, linkurl, children). */
const leaf = z.object({ id: z.string(), name: z.string(), linkurl: z.string() });

const column = leaf.extend({ children: some(leaf) });

/** First level of a mega panel: its second-level groups, each with its third-level entries (spec 2.4). */
const panel = leaf.extend({ children: some(column) });

export const siteCalls = {
  getClause: defineCall({
    group: "terms",
    summary: "The clauses in force, by prottype (1 to 5).",
    method: "POST",
    path: "/gateway/rest/terms/clause",
    body: "json",
    access: "visitor",
    effect: "reads",
    seenAs: "shown",
    keepFor: { seconds: 60, whose: "everyone", until: "hides" },
    request: z.object({
      prottype: z.array(z.number().int().min(1).max(5)).min(1, "请求的条款有误").max(5, "请求的条款有误"),
    }),
    response: z.object({
      data: z.array(z.object({ prottype: z.number(), id: words, title: words, version: words })),
    }),
  }),
  getDeclarationContent: defineCall({
    group: "terms",
    summary:
      "The text of one policy or declaration, rendered and sanitised: `privacyId` in the query, a form-style body. `preview` gives the newest version that an editor saved, to whoever has its secret.",
    method: "POST",
    path: "/gateway/rest/terms/declaration-content",
    body: "form",
    inQuery: ["privacyId"],
    access: "visitor",
    effect: "reads",
    seenAs: "shown",
    request: z.object({
      privacyId: z.enum(policyIds),
      type: z.literal("Windows"),
      language: z.literal("zh_CN"),
      /** An earlier version; without it the present one. */
      version: z.string().max(20).optional(),
      preview: previewSecret,
    }),
    response: z.object({
      result: z.string(),
      title: words,
      /** The returned version, and the version in force; empty when an upstream has no versions. */
      version: words,
      inForce: words,
      updatedAt: timestamp,
      preview: flag,
    }),
  }),
  getConfig: defineCall({
    group: "home",
    summary:
      "Access mode, and registration mode: 0 closed, 1 open, 2 open and personal information must be completed (spec 4 and 9).",
    method: "POST",
    path: "/gateway/rest/home/config",
    body: "json",
    access: "visitor",
    effect: "reads",
    seenAs: "shown",
    keepFor: { seconds: 60, whose: "everyone", until: "hides" },
    request: empty,
    response: z.object({
      accessConfig: z.union([z.literal(0), z.literal(1)]),
      registerConfig: z.union([z.literal(0), z.literal(1), z.literal(2)]),
    }),
  }),
  getNavbar: defineCall({
    group: "home",
    summary: "The mega panels of products and resources: first-level entries with their children.",
    method: "POST",
    path: "/gateway/rest/home/navbar",
    body: "json",
    access: "visitor",
    effect: "reads",
    seenAs: "shown",
    keepFor: { seconds: 60, whose: "everyone", until: "hides" },
    request: empty,
    response: z.object({ data: z.object({ products: some(panel), resources: some(panel) }) }),
  }),
  getFooterLink: defineCall({
    group: "home",
    summary: "The footer's columns.",
    method: "POST",
    path: "/gateway/rest/home/footer-link",
    body: "json",
    access: "visitor",
    effect: "reads",
    seenAs: "shown",
    keepFor: { seconds: 60, whose: "everyone", until: "hides" },
    request: empty,
    response: z.object({ data: z.array(column) }),
  }),
  aboutUs: defineCall({
    group: "search",
    summary: "The operator's text about the community, rendered and sanitised.",
    method: "POST",
    path: "/gateway/rest/search/about-us",
    body: "json",
    access: "visitor",
    effect: "reads",
    seenAs: "shown",
    keepFor: shortKeep,
    request: empty,
    response: z.object({
      data: z.object({ title: z.string(), summary: words, html: words, updatedAt: timestamp }),
    }),
  }),
  movedAddress: defineCall({
    group: "search",
    summary:
      "The new address of a page that has moved, or of a page of an imported forum; null for an unknown address.",
    method: "POST",
    path: "/gateway/rest/search/moved-address",
    body: "json",
    access: "visitor",
    effect: "reads",
    seenAs: "shown",
    /** Path and query, without a shell's prefix. */
    request: z.object({ address: z.string().max(2_000, "地址太长") }),
    response: z.object({ target: z.string().nullable().default(null) }),
  }),
  forumBanners: defineCall({
    group: "forum",
    summary: "Banners at the head of the forum.",
    method: "POST",
    path: "/api/v1/banner/list",
    body: "json",
    access: "visitor",
    effect: "reads",
    seenAs: "shown",
    keepFor: longKeep,
    request: z.object({}),
    response: z.object({
      banners: z.array(
        z.object({ id: z.string(), title: z.string(), image: z.string(), linkurl: z.string() }),
      ),
    }),
  }),
};

export type FooterColumn = z.infer<typeof column>;

export type MenuPanel = z.infer<typeof panel>;
