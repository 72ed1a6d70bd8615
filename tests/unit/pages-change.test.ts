import { contract } from "contract";
import type { Call } from "contract/base/call";
import { changeOf, changesTogether, laterChange, noChange, wholeChange } from "contract/base/pages";
import { describe, expect, test } from "vitest";

const rows = Object.entries(contract as Record<string, Call>);

describe("the effect of a call on shared pages", () => {
  test("is a full purge for these rows alone", () => {
    const silent = rows.filter(([, row]) => changeOf(row, undefined) === wholeChange && !row.changedTopics);
    expect(silent.map(([name]) => name).sort()).toEqual([
      // Organisers seldom take down a text or withhold a work, and nobody should read it a moment longer.
      "activityTeamSearchRemove",
      "activityWorkWithhold",
      // A section's change shows on the pages of all its topics.
      "appointAdministrator",
      "appointModerator",
      "archiveSection",
      "cancelClosure",
      // Several pieces at once: as one that is published or taken down.
      "changeContentTable",
      "changeSeveralContent",
      "closeAccount",
      // As a name that its person takes back.
      "correctCertificateName",
      // Sections stand in the menus beside every list.
      "createSection",
      // A piece may stand on any list; editors publish seldom.
      "decideContent",
      "deleteTopicClass",
      "dismissAdministrator",
      "dismissModerator",
      // A section's page names its moderators.
      "grantRole",
      // A real name that its person takes back disappears at once.
      "nameCertificates",
      "placeSection",
      "placeSectionGroup",
      "publishContent",
      "recommendTopic",
      "renameSectionGroup",
      "restoreForumDescription",
      // Revoking is rare, and nobody should see the certificate as valid a moment longer.
      "revokeCertificate",
      "revokeRole",
      "saveTopicClass",
      "setFavoritesPublic",
      "unrecommendTopic",
      "updateExtendedInfo",
      "updateForumDescription",
      "updateForumRights",
      "updateForumSettings",
      "updateNickname",
      "updateSection",
      "updateUserInfo",
      "updateUserPermission",
      "withdrawContent",
    ]);
  });

  test("is nothing for calls that only read", () => {
    for (const name of ["topicDetail", "fullTextSearch", "renderContent"])
      expect(changeOf(contract[name as keyof typeof contract] as Call, undefined), name).toEqual(noChange);
  });

  test("is by topic if the answer names one, and everything if it does not", () => {
    const edited = { request: { pid: 7 }, response: { tid: 3, pid: 7 } };
    expect(changeOf(contract.editPost as Call, edited)).toEqual({ drop: [3], hides: true, later: true });
    expect(changeOf(contract.editPost as Call, undefined)).toEqual(wholeChange);
    const accepted = { request: { tid: 4, pid: 9 }, response: { solved: true } };
    expect(changeOf(contract.accomplishQuestion as Call, accepted)).toEqual({
      drop: [4],
      hides: false,
      later: true,
    });
  });

  test("is on the topic that the answer or the request names, for every row that names topics", () => {
    const facts = { tid: 3, pk_post: 3, changedTopics: [3] };
    for (const [name, row] of rows)
      if (row.changedTopics)
        expect(changeOf(row, { request: facts, response: facts }).drop, name).toEqual([3]);
  });

  test("of two calls together is both effects", () => {
    const one = { drop: [1], hides: true, later: false };
    expect(changesTogether(one, laterChange)).toEqual({ drop: [1], hides: true, later: true });
    expect(changesTogether(one, wholeChange).drop).toBe("all");
    const many = { ...one, drop: Array.from({ length: 1_000 }, (_, tid) => tid) };
    expect(changesTogether(one, many).drop).toBe("all");
  });
});
