import type { CallResponse } from "contract";
import { policyIds } from "contract/site/constants";
import type { SitemapKind } from "contract/syndication/calls";
import { sitemapKinds } from "contract/syndication/calls";
import { element, type Xml, xmlDocument } from "~/format/xml";
import { Refused } from "~/gateway-client/errors";
import { isListed } from "~/navigation/canonical";
import { paths } from "~/navigation/paths";
import { screens } from "~/navigation/screens";
import { publicAnswer } from "~/request/public-answer.server";
import type { Scope } from "~/request/scope.server";

type Index = CallResponse<"sitemapIndex">;

/** A page or a child sitemap: its path, and when it last changed if known. */
interface Location {
  path: string;
  changed?: string | null | undefined;
}

const namespace = "http://www.sitemaps.org/schemas/sitemap/0.9";
const located = (name: "url" | "sitemap", { path, changed }: Location, origin: string): Xml =>
  element(name, {}, element("loc", {}, origin + path), changed ? element("lastmod", {}, changed) : null);

const latest = (moments: (string | null)[]) =>
  moments.reduce((one, other) => ((other ?? "") > (one ?? "") ? other : one), null);

/** Screens without parameters in their address. Topic lists change whenever a section changes. */
function staticPages({ sections }: Index): Location[] {
  const changed = latest(sections.map(({ updatedAt }) => updatedAt));
  return screens
    .filter(
      (screen) =>
        isListed(screen) &&
        !screen.policy &&
        !screen.naming &&
        !/[:*]/.test(screen.path) &&
        screen.only !== "h5",
    )
    .map(({ path }) => ({ path, changed: path.startsWith("/forum/") ? changed : null }));
}

/** The policies that the operator has published. */
async function policyPages(scope: Scope): Promise<Location[]> {
  const pages = await Promise.all(
    policyIds.map(async (privacyId): Promise<Location[]> => {
      try {
        const { updatedAt } = await scope.publicGateway.call("getDeclarationContent", {
          privacyId,
          type: "Windows",
          language: "zh_CN",
        });
        return [{ path: paths.policy(privacyId), changed: updatedAt || null }];
      } catch (error) {
        if (error instanceof Refused) return [];
        throw error;
      }
    }),
  );
  return pages.flat();
}

/** The product centre's pages: classes, products, notices. */
async function productPages(scope: Scope): Promise<Location[]> {
  const { classes, products, notices } = await scope.publicGateway.call("sitemapProducts", {});
  return [
    ...classes.map((id) => ({ path: paths.products(id) })),
    ...products.map(({ id, updatedAt }) => ({ path: paths.product(id), changed: updatedAt })),
    ...notices.map(({ number, updatedAt }) => ({ path: paths.notice(number), changed: updatedAt })),
  ];
}

/** The resource centre, and the levels of its tree that contain resources. */
async function levelPages(scope: Scope): Promise<Location[]> {
  const { result } = await scope.publicGateway.call("resourceTree", {});
  const all = result.flatMap((first) => [
    first,
    ...first.child.flatMap((second) => [second, ...second.child]),
  ]);
  return [
    ...[paths.resources(), paths.devCenter(), paths.videos()].map((path) => ({ path })),
    ...all.filter(({ resources }) => resources > 0).map(({ id }) => ({ path: paths.resources({ id }) })),
  ];
}

/** The news lists; each changes with its newest item. */
async function newsPages(scope: Scope): Promise<Location[]> {
  const { data } = await scope.publicGateway.call("informationCategoryPage", {});
  const lists = data.map(({ id, newest }) => ({
    path: paths.information(id),
    changed: newest?.date ?? null,
  }));
  return [{ path: paths.information(), changed: latest(lists.map(({ changed }) => changed)) }, ...lists];
}

/** The training classes, and those course classes that have courses. */
async function trainingPages(scope: Scope): Promise<Location[]> {
  const { classes } = await scope.publicGateway.call("trainingLevels", {});
  const filled = classes.filter(({ courses }) => courses > 0);
  return [
    { path: paths.courses() },
    ...filled.map(({ id: classId }) => ({ path: paths.courses({ classId }) })),
  ];
}

/** More activities than a site has at the same time; those that have not ended come first. */
const activitiesMost = 200;

/** Competitions and events. */
async function activityPages(scope: Scope): Promise<Location[]> {
  const { items } = await scope.publicGateway.call("activityList", { size: activitiesMost });
  return items.map(({ id, updatedAt }) => ({ path: paths.activity(id), changed: updatedAt }));
}

const pathOf: Record<SitemapKind, (id: number) => string> = {
  courses: paths.course,
  lessons: (id) => paths.lesson(id),
  topics: (tid) => paths.topic(tid),
  tags: paths.tag,
  people: paths.user,
  resources: (id) => paths.resource(id),
  videos: paths.video,
  news: paths.news,
};

/** The pages of a child sitemap; null for an unknown one. */
async function pagesOf(scope: Scope, name: string): Promise<Location[] | null> {
  if (name === "pages.xml") {
    const index = await scope.publicGateway.call("sitemapIndex", {});
    const sections = index.sections.map(({ fid, updatedAt }) => ({
      path: paths.section(fid),
      changed: updatedAt,
    }));
    const others = await Promise.all(
      [levelPages, newsPages, policyPages, trainingPages, activityPages].map((list) => list(scope)),
    );
    return [...staticPages(index), ...sections, ...others.flat()];
  }
  if (name === "products.xml") {
    const pages = await productPages(scope);
    return pages.length > 0 ? pages : null;
  }
  const [, kind, slice] = /^([a-z]+)-([1-9]\d{0,5})\.xml$/.exec(name) ?? [];
  if (!sitemapKinds.includes(kind as SitemapKind)) return null;
  const { entries } = await scope.publicGateway.call("sitemapSlice", {
    kind: kind as SitemapKind,
    slice: Number(slice),
  });
  return entries.length === 0
    ? null
    : entries.map(({ id, updatedAt }) => ({ path: pathOf[kind as SitemapKind](id), changed: updatedAt }));
}

/**
 * /sitemap.xml lists the child sitemaps; /sitemaps/{name}.xml is a child (sitemaps.org). They list all pages that
 * everybody may read.
 */
export const loader = publicAnswer(async ({ scope, params, request }) => {
  const type = "application/xml";
  // Each sitemap is one document: a query would only fill the cache.
  if (new URL(request.url).search !== "") return null;
  if (params["*"] === undefined) {
    const { slices, sections } = await scope.publicGateway.call("sitemapIndex", {});
    const products = await productPages(scope);
    const children = [
      { path: "/sitemaps/pages.xml", changed: latest(sections.map(({ updatedAt }) => updatedAt)) },
      ...slices.map(({ kind, slice, updatedAt }) => ({
        path: `/sitemaps/${kind}-${slice}.xml`,
        changed: updatedAt,
      })),
      ...(products.length > 0
        ? [
            {
              path: "/sitemaps/products.xml",
              changed: latest(products.map(({ changed }) => changed ?? null)),
            },
          ]
        : []),
    ];
    return {
      type,
      body: xmlDocument(
        element(
          "sitemapindex",
          { xmlns: namespace },
          ...children.map((one) => located("sitemap", one, scope.origin)),
        ),
      ),
    };
  }
  const pages = await pagesOf(scope, params["*"]);
  return (
    pages && {
      type,
      body: xmlDocument(
        element("urlset", { xmlns: namespace }, ...pages.map((one) => located("url", one, scope.origin))),
      ),
    }
  );
});
