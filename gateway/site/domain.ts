import { documents, policies, policyVersions } from "../database/schema";
import type { Domain } from "../server/domain";
import { siteHandlers } from "./calls";

export const siteDomain = {
  handlers: siteHandlers,
  fileColumns: [policies.source, policies.html, policyVersions.html, documents.value],
} satisfies Domain;
