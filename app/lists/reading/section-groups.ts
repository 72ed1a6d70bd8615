import type { CallResponse } from "contract";

type SectionList = CallResponse<"sectionList">;

/** The groups of sections that can be read: after those that take posts, the archived ones. */
export const withArchived = ({ groups, archived }: SectionList): SectionList["groups"] =>
  archived.length === 0 ? groups : [...groups, { name: "已归档", sections: archived }];
