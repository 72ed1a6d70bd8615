import type { CallResponse } from "contract";
import { orWithout } from "~/failure/explain.server";
import { withArchived } from "~/lists/reading/section-groups";
import type { Scope } from "~/request/scope.server";

type SectionOf = CallResponse<"sectionList">["groups"][number]["sections"][number];
type WellInformed = CallResponse<"wellInformedPeople">["people"][number];

/**
 * The data beside a list. It is the same for everybody, except the marks of whom the member follows. A part whose call
 * fails is empty. It contains only what is shown, because every page carries it twice.
 */
export interface Rail {
  groups: { name: string; sections: Pick<SectionOf, "fid" | "name" | "icon" | "topics">[] }[];
  tags: CallResponse<"hotTags">["tags"];
  heroes: CallResponse<"heroRank">["people"];
  wellInformed: Omit<WellInformed, "intro">[];
}

const tagsMax = 16;
const heroesMax = 5;
const wellInformedMax = 5;

/** Loads the rail of the forum's lists; a signed-in member's follows come from an own call. */
export async function readRail(scope: Scope): Promise<Rail> {
  const wellInformed = async () =>
    ((await scope.signedIn()) ? scope.gateway : scope.publicGateway).call("wellInformedPeople", {});
  const [groups, tags, heroes, people] = await Promise.all([
    readSections(scope),
    orWithout(scope, scope.publicGateway.call("hotTags", {}), null),
    orWithout(scope, scope.publicGateway.call("heroRank", {}), null),
    orWithout(scope, wellInformed(), null),
  ]);
  return {
    groups,
    tags: tags?.tags.slice(0, tagsMax) ?? [],
    heroes: heroes?.people.slice(0, heroesMax) ?? [],
    wellInformed: people?.people.slice(0, wellInformedMax).map(({ intro: _, ...person }) => person) ?? [],
  };
}

/** The sections, by group; empty when the call fails. */
export async function readSections(scope: Scope): Promise<Rail["groups"]> {
  const sections = await orWithout(scope, scope.publicGateway.call("sectionList", {}), null);
  const brief = ({ fid, name, icon, topics }: SectionOf) => ({ fid, name, icon, topics });
  const groups = sections ? withArchived(sections) : [];
  return groups.map((group) => ({ name: group.name, sections: group.sections.map(brief) }));
}

/** The banners at the head of the forum. */
export async function readBanners(scope: Scope): Promise<CallResponse<"forumBanners">["banners"]> {
  const banners = await orWithout(scope, scope.publicGateway.call("forumBanners", {}), null);
  return banners?.banners ?? [];
}
