import { searchesMax } from "contract/activities/constants";
import type { activityTeamCalls } from "contract/activities/teams/calls";
import { seatedStates } from "contract/activities/transitions";
import { and, count, eq, inArray, isNotNull, isNull, lt, notExists, or, sql } from "drizzle-orm";
import {
  activitySearches,
  activitySignups,
  activitySteps,
  activityTeamMembers,
  activityTeams,
} from "../../database/schema";
import { transact } from "../../database/transact";
import { peopleByIds } from "../../people/cards";
import { checkFields } from "../../sensitive-words/check-fields";
import { accountOf, type HandlersOf } from "../../server/context";
import { found, Refusal } from "../../server/refusal";
import { lockActivity } from "../lock";
import { categoriesOf, readAnyActivity } from "../rows";
import { tellAccounts } from "../tell";
import { change, seatOf, withTeams } from "./changing";
import { endSearches, sizeOf, teamOf } from "./members";

type SearchHandlers = Pick<
  HandlersOf<typeof activityTeamCalls>,
  "activityTeamSearches" | "activityTeamSearchSave" | "activityTeamSearchEnd" | "activityTeamSearchRemove"
>;

/** Handlers of what teams and people say to everybody who look for each other. */
export const activityTeamSearchHandlers: SearchHandlers = {
  async activityTeamSearches({ activityId }, { database, now }) {
    const activity = await readAnyActivity(database, activityId);
    const { teams, teamsUntil, delistedAt, endAt } = activity;
    const isOver = !teamsUntil || now() >= teamsUntil || now() >= endAt;
    if (!teams || isOver || delistedAt !== null) return { items: [], more: false };
    const members = database
      .select({ members: count() })
      .from(activityTeamMembers)
      .where(eq(activityTeamMembers.teamId, activitySearches.teamId));
    const isAlone = notExists(
      database
        .select({ signupId: activityTeamMembers.signupId })
        .from(activityTeamMembers)
        .where(eq(activityTeamMembers.signupId, activitySearches.signupId)),
    );
    const size = sql<number>`(${members})::int`;
    // A row ends in the transaction that ends its reason. These conditions say the same once more, so that nothing is shown that leads nowhere.
    const rows = await database
      .select({
        search: activitySearches,
        accountId: activitySignups.accountId,
        category: activitySignups.category,
        team: activityTeams.name,
        size,
      })
      .from(activitySearches)
      .innerJoin(activitySignups, eq(activitySignups.id, activitySearches.signupId))
      .leftJoin(activityTeams, eq(activityTeams.id, activitySearches.teamId))
      .where(
        and(
          eq(activitySearches.activityId, activityId),
          isNotNull(activitySignups.accountId),
          inArray(activitySignups.state, [...seatedStates]),
          or(
            and(isNull(activitySearches.teamId), isAlone),
            and(eq(activityTeams.captainId, activitySearches.signupId), lt(size, teams.max)),
          ),
        ),
      )
      .orderBy(sql`${activitySearches.agreedAt} desc nulls last`, sql`${activitySearches.id} desc nulls last`)
      .limit(searchesMax + 1);
    const people = await peopleByIds(
      database,
      rows.map(({ accountId }) => accountId),
    );
    const categories = (await categoriesOf(database, [activityId])).get(activityId) ?? [];
    const names = new Map(categories.map(({ key, name }) => [key, name]));
    return {
      items: rows.slice(0, searchesMax).flatMap(({ search, accountId, category, team, size: taken }) => {
        const person = accountId === null ? undefined : people.get(accountId);
        if (!person) return [];
        return [
          {
            id: search.id,
            text: search.text,
            at: search.agreedAt.toISOString(),
            person,
            category: names.size > 1 ? (names.get(category) ?? "") : "",
            team: team === null ? null : { name: team, free: teams.max - taken },
          },
        ];
      }),
      more: rows.length > searchesMax,
    };
  },

  async activityTeamSearchSave({ activityId, of, text: typed }, context) {
    const account = accountOf(context);
    const { database } = context;
    await withTeams(database, activityId);
    const seat = await seatOf(database, activityId, account.id);
    const own = await teamOf(database, seat.id);
    // Everybody reads them, and no moderator before: the team's name too, which only its members have seen until now.
    const strictness = "name" as const;
    const { texts } = await checkFields(context, {
      text: { value: typed, strictness },
      name: { value: own?.name ?? "", strictness },
    });
    await change(context, activityId, async (inside, activity) => {
      const signup = await seatOf(inside, activityId, account.id);
      const team = await teamOf(inside, signup.id);
      if (of === "person" && team) throw new Refusal("TEAM_EXISTS");
      if (of === "team") {
        if (!team) throw new Refusal("TEAM_NOT_FOUND");
        if (team.captainId !== signup.id) throw new Refusal("NOT_CAPTAIN");
        if ((await sizeOf(inside, team.id)) >= activity.teams.max) throw new Refusal("TEAM_FULL");
      }
      const values = {
        activityId,
        signupId: signup.id,
        teamId: team?.id ?? null,
        text: texts.text[0] ?? "",
        agreedAt: context.now(),
      };
      await inside
        .insert(activitySearches)
        .values(values)
        .onConflictDoUpdate({ target: activitySearches.signupId, set: values });
    });
    return { success: true as const };
  },

  async activityTeamSearchEnd({ activityId }, context) {
    const { database } = context;
    const own = await database
      .select({ id: activitySignups.id })
      .from(activitySignups)
      .where(
        and(eq(activitySignups.activityId, activityId), eq(activitySignups.accountId, accountOf(context).id)),
      );
    await endSearches(database, { signupIds: own.map(({ id }) => id) });
    return { success: true as const };
  },

  async activityTeamSearchRemove({ activityId, searchId, reason }, context) {
    const at = context.now();
    await transact(context.database, async (inside) => {
      await lockActivity(inside, activityId);
      const [deleted] = await inside
        .delete(activitySearches)
        .where(and(eq(activitySearches.id, searchId), eq(activitySearches.activityId, activityId)))
        .returning();
      const { signupId, teamId } = found(deleted, "TEAM_SEARCH_NOT_FOUND");
      const [signup] = await inside.select().from(activitySignups).where(eq(activitySignups.id, signupId));
      if (!signup) return;
      const byId = accountOf(context).id;
      const step = { action: "removeSearch", state: signup.state, byId, reason, at };
      await inside.insert(activitySteps).values({ signupId, ...step });
      const words = `${teamId === null ? "寻找队伍" : "招募队友"}的话已被撤下：${reason}`;
      if (signup.accountId !== null) await tellAccounts(inside, activityId, [signup.accountId], words, at);
    });
    return { success: true as const };
  },
};
