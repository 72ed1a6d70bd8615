/** The operator's settings: policies, access mode, menus, footer and banners (spec 7.2, Terms and Home). */

import { type CallName, type CallResponse, contract } from "contract";
import type { siteCalls } from "contract/site/calls";
import type { PolicyId } from "contract/site/constants";
import { and, eq, inArray } from "drizzle-orm";
import type { z } from "zod";
import type { Database } from "../database/open";
import { documents, policies, policyVersions, redirects } from "../database/schema";
import { importedAddress } from "../discuz/addresses/new-address";
import type { HandlersOf } from "../server/context";
import { found } from "../server/refusal";
import { previewPolicy } from "./preview-policy";

/** The policies of spec 3.5 by prottype; the spec gives the numbers without their meaning. */
const clauses: Record<number, PolicyId> = {
  1: "UserHidev",
  2: "HiDeveloper",
  3: "Disclaimer",
  4: "cookie-policy",
  5: "legalNotices",
};

/** An operator's document, which is stored in the form of the call's response; `empty` when there is none yet. */
async function document<Name extends CallName>(
  database: Database,
  key: string,
  name: Name,
  empty: CallResponse<Name>,
): Promise<CallResponse<Name>> {
  const [row] = await database
    .select({ value: documents.value })
    .from(documents)
    .where(eq(documents.key, key))
    .limit(1);
  const schema: z.ZodType = contract[name].response;
  return row ? (schema.parse(row.value) as CallResponse<Name>) : empty;
}

export const siteHandlers = {
  async getClause({ prottype }, { database }) {
    const types = [...new Set(prottype)];
    const ids = types.flatMap((type) => clauses[type] ?? []);
    const rows = await database
      .select({ id: policies.id, title: policies.title, version: policies.version })
      .from(policies)
      .where(inArray(policies.id, ids));
    return {
      data: types.flatMap((type) =>
        rows.filter(({ id }) => id === clauses[type]).map((row) => ({ prottype: type, ...row })),
      ),
    };
  },

  async getDeclarationContent({ privacyId, version: requestedVersion, preview }, { database }) {
    if (preview !== undefined) return previewPolicy(database, privacyId, preview);
    const [row] = await database.select().from(policies).where(eq(policies.id, privacyId)).limit(1);
    const { title, version: inForce, html, updatedAt } = found(row, "POLICY_NOT_FOUND");
    if (requestedVersion === undefined || requestedVersion === inForce) {
      return {
        result: html,
        title,
        version: inForce,
        inForce,
        updatedAt: updatedAt.toISOString(),
        preview: false,
      };
    }
    const [older] = await database
      .select()
      .from(policyVersions)
      .where(and(eq(policyVersions.policyId, privacyId), eq(policyVersions.version, requestedVersion)));
    const text = found(older, "POLICY_NOT_FOUND");
    return {
      result: text.html,
      title: text.title,
      version: requestedVersion,
      inForce,
      updatedAt: text.since.toISOString(),
      preview: false,
    };
  },

  async getConfig(_request, { settings: { accessConfig, registerConfig } }) {
    return { accessConfig, registerConfig };
  },

  async getNavbar(_request, { database }) {
    return document(database, "navbar", "getNavbar", { data: { products: [], resources: [] } });
  },

  async getFooterLink(_request, { database }) {
    return document(database, "footer", "getFooterLink", { data: [] });
  },

  async aboutUs(_request, { database }) {
    const [row] = await database
      .select({ value: documents.value })
      .from(documents)
      .where(eq(documents.key, "about"))
      .limit(1);
    return contract.aboutUs.response.parse({ data: found(row, "ABOUT_NOT_FOUND").value });
  },

  async movedAddress({ address }, { database }) {
    const path = address.split("?", 1)[0] ?? "";
    const rows = await database
      .select()
      .from(redirects)
      .where(inArray(redirects.source, [address, path]));
    const target = (rows.find(({ source }) => source === address) ?? rows[0])?.target;
    return { target: target ?? (await importedAddress(database, address)) };
  },

  async forumBanners(_request, { database }) {
    return document(database, "banners", "forumBanners", { banners: [] });
  },
} satisfies HandlersOf<typeof siteCalls>;
