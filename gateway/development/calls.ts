/** The development centre (spec 7.2, Dev resources; the menu of Home; the course-management right of spec 6). */
import type { developmentCalls } from "contract/development/calls";
import { kindsOfType } from "contract/development/calls";
import { menuFlags } from "contract/site/constants";
import { eq } from "drizzle-orm";
import { collectedAmong } from "../collections/calls";
import { documents, resources } from "../database/schema";
import { consentsOf } from "../privacy/consents";
import { levelTree, readLevels } from "../resources/levels";
import { accountOf, type HandlersOf } from "../server/context";
import { found, Refusal } from "../server/refusal";
import { mayManageCourses } from "../training/courses/find";
import { devProductInfo, devProductTree } from "./products";
import { countsFor, previewInfo, quickStarts, resourcesByType } from "./resources";
import { readDevelopment, readMenu } from "./types";

export const developmentHandlers = {
  async queryDCMenuVO(_request, { database }) {
    return { data: await readMenu(database) };
  },

  async queryAggDcRoleVOByPk({ pk_user }, context) {
    const { id, admin } = accountOf(context);
    // Only the person can see their own role.
    if (pk_user !== id) throw new Refusal("NOT_PERMITTED");
    const menu = await readMenu(context.database);
    return {
      data: {
        pk_user: id,
        role: admin ? "manager" : "developer",
        courseManagement: await mayManageCourses(context),
        menu: admin ? (Object.fromEntries(menuFlags.map((flag) => [flag, true])) as typeof menu) : menu,
      },
    };
  },

  async doHaveSxzCourseManagementRight(_request, context) {
    return { result: await mayManageCourses(context) };
  },

  async devProductTree({ id }, { database }) {
    return { result: await devProductTree(database, id) };
  },

  async devResourcesByType(request, context) {
    return { types: await resourcesByType(context, request) };
  },

  devProductInfo: ({ id }, context) => devProductInfo(context, id),

  async devLevels({ type, prodId }, context) {
    const counts = await countsFor(context.database, prodId);
    const kinds = type === undefined ? undefined : kindsOfType[type];
    return { result: levelTree(await readLevels(context), counts, kinds) };
  },

  async devSignupInfo({ pk_rm_resource }, context) {
    const [row] = await context.database
      .select({ access: resources.access })
      .from(resources)
      .where(eq(resources.id, pk_rm_resource));
    const { access } = found(row, "RESOURCE_NOT_FOUND");
    const { disclaimerSigned } = await consentsOf(accountOf(context), context);
    const collected = await collectedAmong(context, "resource", [pk_rm_resource]);
    return { access, disclaimerSigned, collected: collected.length > 0 };
  },

  devPreviewInfo: ({ version }, context) => previewInfo(version, context),

  async devQuickStarts(_request, { database }) {
    return { result: await quickStarts(database) };
  },

  async devExternalPages(_request, { database }) {
    return { result: (await readDevelopment(database)).externalPages };
  },

  async devInternshipUrl(_request, { database }) {
    return { result: (await readDevelopment(database)).internshipUrl };
  },

  async devCaches(_request, { database }) {
    const [row] = await database.select().from(documents).where(eq(documents.key, "contentRevision"));
    const document = row?.value as { revision?: number } | undefined;
    return { revision: document?.revision ?? 0, loadedAt: row?.updatedAt.toISOString() ?? null };
  },
} satisfies HandlersOf<typeof developmentCalls>;
