import type { CallResponse } from "contract";
import { contentBodies } from "contract/content/kinds/bodies";
import { eq } from "drizzle-orm";
import { previewedVersion } from "../../content/previews/previewed-version";
import type { Database } from "../../database/open";
import { tags } from "../../database/schema";
import { found } from "../../server/refusal";
import { peopleOfTag, relatedTags } from "./tag-rows";

/** The newest version of a tag as its page will show it. Throws TAG_NOT_FOUND without the right secret. */
export async function previewTag(
  database: Database,
  id: number,
  secret: string,
): Promise<CallResponse<"tagDetail">> {
  const name = { kind: "tags", key: String(id) } as const;
  const { body } = found(await previewedVersion(database, name, secret), "TAG_NOT_FOUND");
  const { title, summary = "", group = "" } = contentBodies.tags.draft.parse(body);
  const [row] = await database
    .select({ topics: tags.topics, followers: tags.followers })
    .from(tags)
    .where(eq(tags.id, id));
  const { topics = 0, followers = 0 } = row ?? {};
  const about = { id, name: title, summary, group, topics, followers, followed: false, preview: true };
  return { ...about, related: await relatedTags(database, id), people: await peopleOfTag(database, id) };
}
