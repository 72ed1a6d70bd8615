import { activityWords } from "contract/content/kinds/activities/activity-words";
import { type ContentBody, contentBodies } from "contract/content/kinds/bodies";

const mark = "（副本）";

/** An activity as the draft of the next one: without its dates, and without what is told of how it went. */
export function copiedActivity({ body, html }: { body: ContentBody; html: string[] }): {
  body: ContentBody;
  html: string[];
} {
  const { starts, ends, signUpStarts, signUpEnds, teamsEnd, worksEnd, news, winners, recap, ...rest } = body;
  const { steps = [] } = contentBodies.activities.draft.partial().parse({ steps: body.steps });
  const title = `${String(body.title).slice(0, activityWords.title.max - mark.length)}${mark}`;
  const [content = "", rules = ""] = html;
  return {
    body: { ...rest, title, steps: steps.map(({ at: _, until: __, ...step }) => step) },
    html: [content, rules, ""],
  };
}
