import { teamNameMax } from "contract/activities/constants";
import { searchText } from "contract/activities/fields";
import { line, packId } from "contract/content/fields";
import {
  complaintReasons,
  complaintStatuses,
  suggestionStatuses,
  suggestionTypes,
} from "contract/feedback/constants";
import { complaintFields, namesOf, suggestionFields } from "contract/feedback/fields";
import { topicTitle } from "contract/forum/fields";
import { innerMessageText } from "contract/messages/calls";
import { ownListNameMax, ownListNoteMax, quantityMax } from "contract/own-lists/constants";
import { z } from "zod";
import { duration } from "./community";

/** private.yaml: private data of demo members (content/README.md). */

const member = z.string();

const conversation = z.strictObject({
  between: z.tuple([member, member]),
  messages: z
    .array(z.strictObject({ from: member, ago: duration, text: innerMessageText }))
    .min(1, "会话里没有私信"),
  /** The number of the last messages that the other person has not read. */
  unread: z.number().int("应为整数").min(0, "不能小于 0").default(0),
});

const draft = z
  .strictObject({
    author: member,
    ago: duration,
    /** The key of a section, for the draft of a new topic. */
    topic: z.string().optional(),
    /** The key of a topic, for the draft of a reply to it. */
    reply: z.string().optional(),
    class: z.string().optional(),
    title: z.string().pipe(topicTitle).optional(),
    tags: z.array(line(20)).default([]),
    content: z.string(),
  })
  .refine(({ topic, reply }) => (topic === undefined) !== (reply === undefined), {
    message: "topic 和 reply 写且只写一个",
    path: ["topic"],
  });

const suggestion = z.strictObject({
  author: member,
  type: z.enum(namesOf(suggestionTypes), `type 只能是 ${Object.keys(suggestionTypes).join("、")}`),
  ago: duration,
  text: suggestionFields.text,
  steps: z
    .array(
      z.strictObject({
        status: z.enum(suggestionStatuses, `status 只能是 ${suggestionStatuses.join("、")}`),
        by: member,
        ago: duration,
        answer: line(500),
      }),
    )
    .default([]),
});

const complaint = z.strictObject({
  author: member,
  reason: z.enum(namesOf(complaintReasons), `reason 只能是 ${Object.keys(complaintReasons).join("、")}`),
  ago: duration,
  /** The key of the topic that the complaint is about. */
  topic: z.string(),
  text: complaintFields.text,
  steps: z
    .array(
      z.strictObject({
        status: z.enum(complaintStatuses, `status 只能是 ${complaintStatuses.join("、")}`),
        by: member,
        ago: duration,
        answer: line(500),
      }),
    )
    .default([]),
});

const listItem = z
  .strictObject({
    /** Exactly one of these: a product's or resource's id, or a topic's key. */
    product: packId.optional(),
    resource: packId.optional(),
    topic: z.string().optional(),
    number: z.string().max(60, "太长").default(""),
    quantity: z.number().int("应为整数").min(1, "应为正整数").max(quantityMax).default(1),
    note: z.string().max(ownListNoteMax, `最多 ${ownListNoteMax} 个字符`).default(""),
  })
  .refine(
    ({ product, resource, topic }) =>
      [product, resource, topic].filter((one) => one !== undefined).length === 1,
    {
      message: "product、resource、topic 写且只写一个",
      path: ["product"],
    },
  );

const list = z.strictObject({
  owner: member,
  ago: duration,
  name: line(ownListNameMax),
  /** Whether everybody who has its address may read it. */
  shared: z.boolean().default(false),
  items: z.array(listItem).min(1, "清单是空的"),
});

const team = z.strictObject({
  /** The number of an activity with teams, and the key of one of its categories. */
  activity: packId,
  category: z.string(),
  /** The name of a team that looks for people; without one its only member looks for a team. */
  name: line(teamNameMax).optional(),
  /** The first is the captain. */
  members: z.array(member).min(1, "队伍里没有人"),
  answers: z.record(z.string(), z.union([z.string(), z.array(z.string())])).default({}),
  ago: duration,
  text: searchText,
});

export const privateFile = z.strictObject({
  conversations: z.array(conversation).default([]),
  drafts: z.array(draft).default([]),
  suggestions: z.array(suggestion).default([]),
  complaints: z.array(complaint).default([]),
  lists: z.array(list).default([]),
  teams: z.array(team).default([]),
});

export type PrivateFile = z.output<typeof privateFile>;
