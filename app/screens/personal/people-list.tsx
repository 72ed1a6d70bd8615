import { useLocation } from "@remix-run/react";
import type { CallResponse } from "contract";
import type { ReactNode } from "react";
import { PersonRow } from "~/lists/person-row";
import { Pagination } from "~/ui/pagination";

/**
 * One page of the people that the member follows, or of the member's followers; `empty` is shown when there are none.
 */
export function PeopleList({ list, empty }: { list: CallResponse<"myFollowInfo">; empty: ReactNode }) {
  const { pathname } = useLocation();
  if (list.people.length === 0) return empty;
  return (
    <>
      <ul>
        {list.people.map((person) => (
          <PersonRow key={person.uid} person={person} />
        ))}
      </ul>
      <Pagination
        page={list.page}
        pages={list.pages}
        href={(page) => (page > 1 ? `${pathname}?page=${page}` : pathname)}
      />
    </>
  );
}
