import { id } from "contract/base/fields";
import { tagMax } from "contract/forum/constants";
import { definitionTypes, rootRegion } from "contract/profile/fields";
import { orWithout } from "~/failure/explain.server";
import type { Scope } from "~/request/scope.server";
import type { OptionsKind } from "./load-options";
import type { Option, ProfileOptions } from "./profile-data";

/**
 * A list that is the same for everybody. Empty when it cannot be loaded or nobody is signed in: the form is shown
 * anyway.
 */
const list = (scope: Scope, load: () => Promise<Option[]>): Promise<Option[]> => orWithout(scope, load(), []);

/** The regions directly below one (spec 5.2); empty without a valid parent. */
function regionsBelow(scope: Scope, parent: string): Promise<Option[]> {
  if (!/^(?:~|\d{6})$/.test(parent)) return Promise.resolve([]);
  return list(scope, async () => {
    const { data } = await scope.gateway.call("address", { regionid: parent });
    return data.map(({ pkregion, name }) => ({ value: pkregion, name }));
  });
}

async function industriesBelow(scope: Scope, group: string | null): Promise<Option[]> {
  return list(scope, async () => {
    const { data } = await scope.gateway.call("industry", {});
    const found = group === null ? data : (data.find(({ pkdefdoc }) => pkdefdoc === group)?.children ?? []);
    return found.map(({ pkdefdoc, name }) => ({ value: pkdefdoc, name }));
  });
}

/** Forum tags whose name contains a text. */
function interestsNamed(scope: Scope, text: string): Promise<Option[]> {
  const search = text.trim().slice(0, tagMax);
  if (search === "") return Promise.resolve([]);
  return list(scope, async () => {
    const { tags } = await scope.publicGateway.call("forumTagList", { text: search });
    return tags.map((tag) => ({ value: String(tag.id), name: tag.name }));
  });
}

const interestsPlaced = (scope: Scope) =>
  list(scope, async () => {
    const { groups } = await scope.publicGateway.call("tagMap", {});
    return groups.flatMap(({ tags }) => tags.map((tag) => ({ value: String(tag.id), name: tag.name })));
  });

/** The forum tags to choose from: the operator's, those found by the search, and those already chosen. */
async function interests(scope: Scope, chosen: string[], search: string): Promise<Option[]> {
  const [placed, found] = await Promise.all([interestsPlaced(scope), interestsNamed(scope, search)]);
  const offered = new Map([...placed, ...found].map((option) => [option.value, option]));
  const missing = chosen.filter((tag) => !offered.has(tag) && id.safeParse(tag).success).slice(0, 20);
  const chosenTags = await Promise.all(
    missing.map((tag) =>
      list(scope, async () => [
        { value: tag, name: (await scope.publicGateway.call("tagDetail", { id: Number(tag) })).name },
      ]),
    ),
  );
  return [...offered.values(), ...chosenTags.flat()];
}

const definitions = (scope: Scope, type: keyof typeof definitionTypes) =>
  list(scope, async () => {
    const { data } = await scope.gateway.call("definitionByType", { type: definitionTypes[type] });
    // Identity types are stored by their code (spec 3.4, developtype), other choices by their key.
    return data.map(({ pkdefdoc, code, name }) => ({
      value: type === "identityType" ? code : pkdefdoc,
      name,
    }));
  });

const developerTypes = (scope: Scope) =>
  list(scope, async () => {
    const { data } = await scope.gateway.call("developerTypes", {});
    return data.map(({ pkdefdoc, name }) => ({ value: pkdefdoc, name }));
  });

/** The values that decide which options a form has. */
export interface Chosen {
  province: string;
  city: string;
  industryGroup: string;
  interestDirection: string[];
  interestSearch: string;
}

/** All options of the form for its current values. */
export async function profileOptions(scope: Scope, chosen: Chosen): Promise<ProfileOptions> {
  const cities = await regionsBelow(scope, chosen.province);
  // A city of another province has no counties here.
  const city = cities.some(({ value }) => value === chosen.city) ? chosen.city : "";
  const [provinces, counties, groups, industries, developers, identityTypes, educations, tags] =
    await Promise.all([
      regionsBelow(scope, rootRegion),
      regionsBelow(scope, city),
      industriesBelow(scope, null),
      industriesBelow(scope, chosen.industryGroup),
      developerTypes(scope),
      definitions(scope, "identityType"),
      definitions(scope, "education"),
      interests(scope, chosen.interestDirection, chosen.interestSearch),
    ]);
  return {
    regions: [provinces, cities, counties],
    industries: [groups, industries],
    developerTypes: developers,
    identityTypes,
    educations,
    interests: tags,
  };
}

/** One list of options, for the form's script. */
export function optionsBelow(scope: Scope, kind: OptionsKind, parent: string): Promise<Option[]> {
  if (kind === "region") return regionsBelow(scope, parent);
  return kind === "industry" ? industriesBelow(scope, parent) : interestsNamed(scope, parent);
}
