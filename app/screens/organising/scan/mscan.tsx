import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { cleanText } from "contract/base/fields";
import { z } from "zod";
import { inTurn } from "~/editor/uploads/upload.server";
import { giveBack } from "~/forms/give-back.server";
import { FieldProvider } from "~/forms/inputs/field-provider";
import { failureOf } from "~/forms/result";
import { screenMeta } from "~/metadata/screen-meta";
import { paths } from "~/navigation/paths";
import { staffPaths } from "~/navigation/staff-paths";
import { useShell } from "~/navigation/use-shell";
import { optionalId } from "~/request/inputs.server";
import { type ActionTools, submitted } from "~/request/intents.server";
import { notFound } from "~/request/not-found.server";
import { screenAction, screenLoader } from "~/request/screen.server";
import { ActivityRows } from "../parts/activity-rows";
import { walkInForm } from "../parts/walk-in.schema";
import { WalkInForm } from "../parts/walk-in-form";
import { FindPeople } from "./find-people";
import { LiveScanner } from "./live-scanner";
import { keepCheckIn, loadScanner } from "./mscan.server";
import { PhotoForm } from "./photo-form";
import styles from "./scan.module.css";
import { codeForm, personForm } from "./scan.schema";

const inputs = {
  query: z.object({
    id: optionalId,
    q: z
      .string()
      .default("")
      .transform((text) => cleanText(text).trim().slice(0, 60)),
  }),
};

/**
 * /activity/mscan: checks people in at the entrance of an activity, for its organisers (spec 2.1), by camera, photo,
 * typed letters or name. Without `id` it lists the activities to choose from.
 */
export const loader = screenLoader(inputs, async ({ scope, query }) =>
  query.id === undefined
    ? { scanner: null, list: await scope.gateway.call("activityOrganised", {}) }
    : { scanner: await loadScanner(scope, query.id, query.q), list: null },
);
export const meta = screenMeta<typeof loader>({
  title: ({ scanner }) => (scanner ? `${scanner.counts.activity.title} · 活动签到` : undefined),
});

type Tools = ActionTools<typeof inputs.query>;
const activityOf = ({ scope, query }: Tools) => query.id ?? notFound(scope, "没有这个活动");
const scanner = ({ query }: Tools) => staffPaths.scan(query.id);

export const action = screenAction(inputs, {
  code: submitted(codeForm, async ({ code }, tools: Tools) => {
    const { scope, done } = tools;
    keepCheckIn(scope, await scope.gateway.call("activitySignIn", { activityId: activityOf(tools), code }));
    return done(scanner(tools));
  }),
  person: submitted(personForm, async ({ signupId }, tools: Tools) => {
    const { scope, done } = tools;
    const request = { activityId: activityOf(tools), signupId };
    keepCheckIn(scope, await scope.gateway.call("activitySignIn", request));
    return done(scanner(tools));
  }),
  undo: submitted(personForm, async ({ signupId, who }, tools: Tools) => {
    const { scope, done, here } = tools;
    await scope.gateway.call("activitySignInUndo", { activityId: activityOf(tools), signupId });
    return done(here, `已撤销${who ? ` ${who} ` : ""}的签到`);
  }),
  photo: async (tools: Tools) => {
    const { scope, files, form, done } = tools;
    const [file] = files;
    if (!file) {
      const problem = { status: 400, fields: { photo: ["请选择照片"] } };
      return giveBack(scope, { intent: "photo", typed: form }, problem);
    }
    return tools.submit(z.object({}), async () => {
      const activityId = activityOf(tools);
      const send = (sent: { file: Uint8Array; filename: string }) =>
        scope.gateway.call("activitySignInPhoto", { activityId, ...sent });
      keepCheckIn(scope, await inTurn(scope, "activitySignInPhoto", file, send));
      return done(scanner(tools));
    });
  },
  walkIn: submitted(walkInForm, async (form, tools: Tools) => {
    const { scope, done } = tools;
    const row = await scope.gateway.call("activityWalkIn", { activityId: activityOf(tools), ...form });
    const { id, name, category, checkedInAt, checkedInBy } = row;
    keepCheckIn(scope, {
      answer: "passed",
      signupId: id,
      name,
      category: category.name,
      at: checkedInAt,
      by: checkedInBy,
    });
    return done(scanner(tools));
  }),
});

export default function Scan() {
  const { scanner, list } = useLoaderData<typeof loader>();
  const answer = useActionData();
  const { to } = useShell();
  if (!scanner) {
    const own = list?.items.filter(({ organises }) => organises) ?? [];
    return (
      <section className={`surface ${styles.page}`}>
        <h1>活动签到</h1>
        <p className={styles.intro}>选择要签到的活动。</p>
        <ActivityRows activities={own} linkTo="scan" />
      </section>
    );
  }
  const { counts, keys, q, found, last, submissionId } = scanner;
  const { activity, categories } = counts;
  return (
    <section className={`surface ${styles.page}`}>
      <header className={styles.head}>
        <h1>{activity.title}</h1>
        <p className="facts">
          <Link to={to(paths.manage(activity.id))}>报名名单</Link>{" "}
          <a href={to(staffPaths.scan())}>换一个活动</a>
        </p>
      </header>
      <FieldProvider>
        <LiveScanner
          key={activity.id}
          activityId={activity.id}
          keys={keys}
          madeAs={submissionId}
          last={last}
          came={counts.checkedIn}
          failure={failureOf(answer, "code") ?? failureOf(answer, "person") ?? failureOf(answer, "undo")}
        />
        <FindPeople activityId={activity.id} q={q} found={found} />
        <PhotoForm />
        <WalkInForm key={submissionId} categories={categories} submissionId={submissionId} />
      </FieldProvider>
    </section>
  );
}
