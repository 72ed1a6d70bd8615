import * as tables from "../../database/schema";
import { describeFile, leftOut, named } from "../describe";

export const ownListsFiles = [
  describeFile("own-lists", tables.ownLists, "Members' own lists of parts, resources and topics.", {
    id: "its id",
    accountId: named("uid", ""),
    name: "its name",
    position: "its place in the order, from 0",
    told: "the kinds of news of its things that its owner is told of",
    shareKey: leftOut("a secret of an address, which the owner shares anew"),
    newsAt: "the latest news of one of its things; null before any",
    seenAt: "up to when its owner has seen the news",
    submissionId: leftOut("a form's key"),
    lastAddition: leftOut("a form's key"),
    updatedAt: "when it was changed last",
    createdAt: "when it was made",
  }),
  describeFile("own-list-items", tables.ownListItems, "What stands in members' own lists.", {
    id: "its id",
    listId: "",
    kind: "its kind",
    targetId: "the id of what it is about",
    number: "the order number of a part; empty for the product without one, and for other kinds",
    quantity: "how many",
    note: "a note",
    position: "its place in the order, from 0",
    createdAt: "when it was made",
  }),
  describeFile(
    "own-searches",
    tables.ownSearches,
    "Addresses of searches and filtered lists that members keep under a name.",
    {
      id: "its id",
      accountId: named("uid", ""),
      name: "its name",
      address: "path and query on this site, without the shell",
      createdAt: "when it was made",
    },
  ),
];
