import * as tables from "../../database/schema";
import { describeFile, leftOut, named, secret } from "../describe";

export const accountsFiles = [
  describeFile(
    "members",
    tables.accounts,
    "Members: everybody who can sign in, also closed accounts, which are anonymous.",
    {
      id: named("uid", "its id"),
      packKey: "the key in a content pack of a demo member; null for people who registered",
      nickname: "the name that others see",
      nicknameFolded: "folded (NFKC, lower case) so that look-alikes are one name",
      phone: "the verified phone",
      email: "the verified email",
      passwordHash: secret("the hash of the password; null unless the export was asked for passwords"),
      avatar: "a storage name in `files`, or null for the default avatar",
      intro: "what the person says of themselves",
      admin: "whether the person is an administrator",
      mutedUntil: "until then the person cannot write; the year 9999 means for ever",
      bannedUntil: "until then the person cannot sign in; the year 9999 means for ever",
      topics: leftOut("counted again at the import"),
      posts: leftOut("counted again at the import"),
      followers: leftOut("counted again at the import"),
      following: leftOut("counted again at the import"),
      favorites: leftOut("counted again at the import"),
      likesReceived: leftOut("counted again at the import"),
      answersAccepted: leftOut("counted again at the import"),
      favoritesPublic: "whether others see the favourites on the person's home page",
      signedPolicies:
        "the versions of policies that the person agrees to now, by policy id: the result of consents.jsonl",
      profileComplete: "whether the profile has everything that spec 5.7 requires",
      nicknameChangedAt: "when the name was changed last",
      mutedNotices: "events for which the person wants no notices",
      digest: "how often the portal mails the unread notices",
      digestSentAt: "when the last mail of unread notices was sent",
      closingAt: "the time at which a requested closure takes effect; null without a request",
      closedAt: "set when the account was closed. Its remaining data is anonymous",
      lastSeenDay:
        "the last day, in Beijing time, on which the person was there, as YYYY-MM-DD; null if none is known",
      createdAt: "when it was made",
    },
  ),
];
