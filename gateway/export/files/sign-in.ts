import * as tables from "../../database/schema";
import { describeFile, named } from "../describe";

export const signInFiles = [
  describeFile(
    "company-accounts",
    tables.companyAccounts,
    "Linked company accounts. Only issuer and subject identify them, because people can choose their email and name.",
    {
      id: "its id",
      accountId: named("uid", ""),
      issuer: "who issued it",
      subject: "the provider's id of the person",
      label: "the provider's name for the person at the last sign-in. Only that person may see it",
      createdAt: "when it was made",
      usedAt: "when it was used last",
    },
  ),
];
