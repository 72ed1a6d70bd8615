import { useActionData, useLoaderData } from "@remix-run/react";
import { id } from "contract/base/fields";
import { failureOf } from "~/forms/result";
import { Forbidden } from "~/gateway-client/errors";
import { screenMeta } from "~/metadata/screen-meta";
import { Fold } from "~/moderation/fold";
import { ModerationForm } from "~/moderation/moderation-form";
import { askFirst } from "~/request/ask-first.server";
import { submitted, undecidedPage } from "~/request/intents.server";
import { screenAction, screenLoader } from "~/request/screen.server";
import { ModeratorScreen } from "../frame";
import { AppointFields, DismissFields, OfficeHolder } from "../module/appointing";
import styles from "../module/module.module.css";
import { appointForm, dismissForm } from "./administrators.schema";

/**
 * /moderator/administrators: administrators appoint and dismiss administrators. Other members are redirected to the
 * home page.
 */
export const loader = screenLoader({}, async ({ scope }) => {
  const { people } = await scope.gateway.call("administratorList", {}).catch(async (error: unknown) => {
    throw error instanceof Forbidden ? await scope.redirect("/") : error;
  });
  return { people, me: (await scope.personal())?.uid };
});
export const meta = screenMeta();

const noChange = "已经是这样了，没有改动";

export const action = screenAction(
  {},
  {
    appoint: submitted(appointForm, async (form, tools) => {
      const { scope, here, done } = tools;
      const confirmation = askFirst(tools, {
        title: `任命「${form.person}」为管理员？`,
        says: [
          "管理员能处理所有版块的内容、装载内容、查看访问统计，也能任免其他管理员。",
          "对方会收到通知和你写的理由，通知不能撤回。",
        ],
        button: "确认任命",
      });
      if (confirmation) return confirmation;
      const { changed } = await scope.gateway.call("appointAdministrator", form);
      return done(here, changed ? "已任命，对方会收到通知" : noChange);
    }),
    dismiss: submitted(dismissForm, async (form, tools) => {
      const { scope, here, done, argument } = tools;
      const parsed = id.safeParse(argument);
      const uid = parsed.success ? parsed.data : undecidedPage(scope);
      const { people } = await scope.gateway.call("administratorList", {});
      const person = people.find((one) => one.uid === uid);
      const confirmation =
        person &&
        askFirst(tools, {
          title: `免去${person.nickName}的管理员？`,
          says: [
            "对方马上不能再管理，并收到通知和你写的理由，通知不能撤回。",
            "对方另外担任的版主、编辑和分析员不受影响，从这时起又起作用；不要的话，免去后在“角色”里收回。",
            `之后还有 ${people.length - 1} 位管理员。`,
          ],
          button: "确认免去",
        });
      if (confirmation) return confirmation;
      const { changed } = await scope.gateway.call("dismissAdministrator", { ...form, uid });
      return done(here, changed ? "已免去，对方会收到通知" : noChange);
    }),
  },
);

type Person = ReturnType<typeof useLoaderData<typeof loader>>["people"][number];

export default function Administrators() {
  const { people, me } = useLoaderData<typeof loader>();
  const answer = useActionData();
  return (
    <ModeratorScreen title="管理员">
      <p className={styles.none}>
        管理员互相任免，不能免去自己，所以总会留有一位。任免都记在管理日志里，并通知本人。
      </p>
      <ul className={styles.rows}>
        {people.map((person) => (
          <Row key={person.uid} person={person} isMe={person.uid === me} />
        ))}
      </ul>
      <ModerationForm
        id="appoint"
        asks={["appoint"]}
        failure={failureOf(answer, "appoint")}
        label="任命管理员"
        className={styles.box}
      >
        <AppointFields title="任命管理员" />
      </ModerationForm>
    </ModeratorScreen>
  );
}

function Row({ person, isMe }: { person: Person; isMe: boolean }) {
  const intent = `dismiss:${person.uid}`;
  const refused = failureOf(useActionData(), intent);
  return (
    <li>
      <OfficeHolder person={person} note={isMe ? "，你自己" : ""} />
      {isMe ? null : (
        <Fold title="免去管理员" open={refused !== undefined}>
          <ModerationForm
            id={`dismiss-${person.uid}`}
            asks={[intent]}
            failure={refused}
            hiddenFields={["uid"]}
            label={`免去管理员：${person.nickName}`}
            className={styles.line}
          >
            <DismissFields intent={intent} />
          </ModerationForm>
        </Fold>
      )}
    </li>
  );
}
