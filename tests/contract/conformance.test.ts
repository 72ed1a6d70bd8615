import { type CallName, contract } from "contract";
import type { Call } from "contract/base/call";
import { createLimits } from "gateway/server/limits";
import { describe, expect, it } from "vitest";
import { examine } from "../../server/conformance/examine";
import { reportOf } from "../../server/conformance/report";
import { reaches } from "../../server/conformance/result";
import { samples } from "../../server/conformance/samples";
import { conformancePeople, transports } from "../support/conformance";
import { startOwnDemo } from "../support/demo-gateway";
import { isWhole, sampleOf } from "../support/tier";

const gateway = startOwnDemo(createLimits());

/** What other questions are made of, and what is written. */
const always: CallName[] = [
  ...(["workspaceCurrent", "sectionList", "homeTopicList", "topicDetail", "hotTags", "productTree"] as const),
  ...(["productList", "productInfo", "productResources", "searchResource", "resourceDetail"] as const),
  ...(["videoList", "courseList", "courseById", "activityList", "informationListPage", "lecturers"] as const),
  ...(["topicClasses", "submitTopic", "submitPost", "editTopic", "saveDraft", "draftList"] as const),
  ...(["follow", "followStatus", "topicOperate", "undoBatch", "deletePostBasicData"] as const),
];
const names = Object.keys(contract) as CallName[];
const asked = new Set([...always, ...sampleOf(names, 40, (name) => name)]);

/** Reading calls about something that the demo does not have, or that only a key in somebody's mail opens. */
const untried: CallName[] = [
  "certificateByPublicId",
  "examById",
  "userAdviceDetail",
  "activityLookupItems",
  "activitySignupHistory",
  "activitySeatOffer",
  "activityProof",
  "activityWork",
  "productNotice",
  "studyNote",
  "ownCertificate",
  "memberTable",
  "announcementReport",
];

describe.each(["http", "direct"] as const)("our own gateway, asked over %s", (way) => {
  it(`answers ${isWhole ? "every call" : "a sample of the calls"} as the contract says`, async () => {
    const transport = transports[way](gateway);
    const people = await conformancePeople(gateway());
    const only = isWhole ? undefined : names.filter((name) => asked.has(name));
    // A whole examination makes more edits than a minute allows.
    const waitForLimit = () => new Promise((resolve) => setTimeout(resolve, 61_000));
    const results = await examine({ transport, ...people, only, ...(isWhole ? { waitForLimit } : {}) });
    const failing = results.filter(({ standing }) => standing === "wrong" || standing === "missing");
    expect(failing, reportOf(results, "complete")).toEqual([]);
    expect(reaches("complete", results)).toBe(true);
    const reading = results.filter(
      ({ name }) => (contract as Record<string, Call>)[name]?.effect === "reads",
    );
    const without = reading.filter(({ standing }) => standing === "notTried").map(({ name }) => name);
    if (isWhole) expect(without.filter((name) => !untried.includes(name as CallName))).toEqual([]);
    for (const name of ["submitTopic", "editTopic", "saveDraft", "follow", "topicOperate"])
      expect(results.find((one) => one.name === name)?.standing, name).toBe("supported");
  }, 600_000);
});

it("examines any call without most of the others", async () => {
  const people = await conformancePeople(gateway());
  const transport = transports.direct(gateway);
  const made = [
    "sectionList",
    "topicClasses",
    "submitTopic",
    "submitPost",
    "saveDraft",
    "topicOperate",
  ] as const;
  for (const name of sampleOf(names, 3, (one) => `alone ${one}`)) {
    const results = await examine({ transport, ...people, only: [...made, name] });
    const failing = results.filter(({ standing }) => standing === "wrong" || standing === "missing");
    expect(failing, `${name}：${reportOf(results, "complete")}`).toEqual([]);
  }
}, 600_000);

it("has a good request for every reading call that needs one", () => {
  const without = (Object.entries(contract) as [CallName, Call][])
    .filter(
      ([name, { effect, request }]) => effect === "reads" && !samples[name] && !request.safeParse({}).success,
    )
    .map(([name]) => name);
  expect(without).toEqual([]);
});
