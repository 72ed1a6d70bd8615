import * as tables from "../../database/schema";
import { describeFile, leftOut, named } from "../describe";

export const messagesFiles = [
  describeFile("blocks", tables.blocks, "People whom a person blocked.", {
    accountId: named("uid", ""),
    blockedId: named("blockedUid", ""),
    createdAt: "when it was made",
  }),
  describeFile(
    "conversation-sides",
    tables.conversationSides,
    "The state of a conversation for each of its two people.",
    {
      conversationId: "",
      accountId: named("uid", ""),
      unread: "the number of messages from the other person after `readUpTo`",
      readUpTo: "the last message that this person has read",
      lastMessageId: "the last message, which the list shows. Null when this person deleted all",
      lastAt: "when the last one was",
      deletedUpTo: "this person deleted, for themselves, all messages up to this one",
    },
  ),
  describeFile(
    "conversations",
    tables.conversations,
    "Conversations of two people; the smaller id comes first.",
    {
      id: "its id",
      firstId: named("firstUid", ""),
      secondId: named("secondUid", ""),
      createdAt: "when it was made",
    },
  ),
  describeFile("messages", tables.innerMessages, "Private messages.", {
    id: "its id",
    conversationId: "",
    senderId: named("senderUid", ""),
    text: "what was typed",
    submissionId: leftOut("a form's key"),
    createdAt: "when it was made",
  }),
  describeFile(
    "message-reports",
    tables.messageReports,
    "Reported messages, with a copy of the text for moderators.",
    {
      id: "its id",
      accountId: named("uid", ""),
      messageId: "",
      reason: "why",
      text: "what was typed",
      createdAt: "when it was made",
      closedAt: "when it was closed",
      decidedById: named("decidedByUid", "the administrator who decided; `upheld` is the decision"),
      upheld: "whether the complaint was right; null until it is decided",
      answer: "what was answered",
    },
  ),
];
