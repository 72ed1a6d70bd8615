import { type MemberFilter, memberFilter, memberOrderNames } from "contract/moderation/members/fields";
import { z } from "zod";
import { filterDay, filterText } from "../fields/filter-query";

const dropped = <Schema extends z.ZodType>(schema: Schema) => schema.optional().catch(undefined);

/** The filters of the list's address; invalid ones are dropped. */
export const membersFilter = z.object({
  user: filterText,
  since: filterDay,
  to: filterDay,
  seenSince: filterDay,
  seenTo: filterDay,
  postsMin: dropped(memberFilter.postsMin),
  postsMax: dropped(memberFilter.postsMax),
  record: dropped(memberFilter.record),
  fid: dropped(memberFilter.fid),
  role: dropped(memberFilter.role),
  type: dropped(memberFilter.type),
  province: dropped(memberFilter.province),
  city: dropped(memberFilter.city),
});
export type MembersFilter = z.output<typeof membersFilter>;

export const membersOrder = z.enum(memberOrderNames).catch("joined");

/** The filters by the names of calls. A city without its province is left from another choice. */
export const filterOf = (query: MembersFilter): MemberFilter => ({
  user: query.user,
  from: query.since,
  to: query.to,
  seenFrom: query.seenSince,
  seenTo: query.seenTo,
  postsMin: query.postsMin,
  postsMax: query.postsMax,
  record: query.record,
  fid: query.fid,
  role: query.role,
  type: query.type,
  province: query.province,
  city: query.city?.slice(0, 2) === query.province?.slice(0, 2) ? query.city : undefined,
});

/** The filters of an address alone, for addresses of the same list. */
export const onlyFilter = (query: MembersFilter): MembersFilter => membersFilter.parse(query);
