import * as tables from "../../database/schema";
import { describeFile, named } from "../describe";

export const privacyFiles = [
  describeFile(
    "visits",
    tables.accessRecords,
    "Access records (spec 3.5) and traffic records (spec 4). `uid` is null for guests.",
    {
      id: "its id",
      accountId: named("uid", ""),
      visitorId: "a visitor's random id",
      accessSource: "where the visit came from",
      firstLogin: "1 for an account that is younger than 3 s, else 0; null for guests",
      loginTime: "when the person signed in",
      unloginCount: "visits before signing in",
      createdAt: "when it was made",
    },
  ),
  describeFile("consents", tables.consentRecords, "The consent ledger: rows are added and never changed.", {
    id: "its id",
    accountId: named("uid", ""),
    policyId: "which policy",
    version: "its version",
    decision: '"1" accepted, "2" refused (spec 4), "0" withdrawn',
    address: "the network address; `userAgent` is the browser's own name",
    userAgent: "the browser's name",
    createdAt: "when it was made",
  }),
  describeFile(
    "policy-versions",
    tables.policyVersions,
    "Every version of every policy, so that the text of each version in the ledger is available.",
    {
      policyId: "which policy",
      version: "its version",
      title: "its title",
      html: "the text as it is shown, in HTML",
      since: "since when",
    },
  ),
];
