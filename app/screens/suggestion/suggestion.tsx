import { useLoaderData, useNavigation } from "@remix-run/react";
import { adviceTextMax, suggestionTypes } from "contract/feedback/constants";
import { DisclaimerDialog } from "~/consent/disclaimer-dialog";
import { pendingDisclaimer } from "~/consent/gate.server";
import { ScreenForm } from "~/forms/form/screen-form";
import { TextArea } from "~/forms/form/text-area";
import { useScreenForm } from "~/forms/form/use-screen-form";
import { FieldProvider } from "~/forms/inputs/field-provider";
import { Options, SelectField } from "~/forms/inputs/select-field";
import { TextField } from "~/forms/inputs/text-field";
import { keepOnNetworkFailure } from "~/forms/network-failure";
import { EnterButton } from "~/forms/outcomes/enter-button";
import { newSubmissionId } from "~/forms/submission-id.server";
import { screenMeta } from "~/metadata/screen-meta";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { type ActionTools, mainIntent, submitted } from "~/request/intents.server";
import { screenAction, screenLoader } from "~/request/screen.server";
import { LoginDialog } from "~/ui/dialogs";
import { ImageField, imagesOf } from "./image-field";
import { imagesAnswer, storeImages } from "./images.server";
import { ServiceFrame } from "./service-frame";
import styles from "./suggestion.module.css";
import { type SuggestionShape, suggestionSchema } from "./suggestion.schema";

/**
 * /suggestion (spec 2.1, 2.4): the form for suggestions to the operator. It needs the accepted disclaimer (spec 6).
 */
export const loader = screenLoader({}, async ({ scope }) => ({
  disclaimer: await pendingDisclaimer(scope),
  submissionId: newSubmissionId(),
}));
export const meta = screenMeta();

export const action = screenAction(
  {},
  {
    async attach({ scope, form, files }) {
      return imagesAnswer(scope, form, await storeImages(scope, form, files));
    },
    ...mainIntent("suggest", async (tools: ActionTools) => {
      const { scope, form, files } = tools;
      const problems = await storeImages(scope, form, files);
      return problems.length > 0 ? imagesAnswer(scope, form, problems) : suggest(tools);
    }),
  },
);

const suggest = submitted(
  suggestionSchema,
  async ({ submissionId, ...suggestion }, { scope, done }: ActionTools) => {
    const { number } = await scope.gateway.call("insertUserAdvice", {
      ...suggestion,
      submissionId: submissionId ?? newSubmissionId(),
    });
    return done(paths.advice(number), `已收到你的建议，编号 ${number}`);
  },
);

/** With JavaScript, a network failure while posting keeps the page as it is. */
export const clientAction = keepOnNetworkFailure("suggest");

export default function Suggestion() {
  const { disclaimer, submissionId } = useLoaderData<typeof loader>();
  const { here } = useShell();
  const busy = useNavigation().state === "submitting";
  const suggestion = useScreenForm<SuggestionShape>({
    id: "suggestion",
    intent: "suggest",
    loadValidate: () => import("./suggestion.schema"),
  });
  const { fields, failure } = suggestion;
  const images = imagesOf(failure?.result.initialValue?.images);
  return (
    <ServiceFrame part="suggestion" title="意见建议">
      <FieldProvider>
        <ScreenForm
          of={suggestion}
          submissionId={submissionId}
          encType="multipart/form-data"
          className={styles.form}
        >
          <EnterButton intent="suggest" name="提交建议" />
          <p className={styles.lead}>
            哪里不好用、缺什么、怎样会更好，写给我们。每一条都有人看，处理结果会以系统消息告诉你。
          </p>
          <SelectField name={fields.type.name} label="建议类型">
            <option value="">请选择</option>
            <Options of={suggestionTypes} />
          </SelectField>
          <TextArea
            name={fields.text.name}
            label="建议内容"
            hint={`遇到了什么，希望怎样。最多 ${adviceTextMax} 字`}
            rows={7}
          />
          <ImageField key={images.join()} images={images} />
          <TextField
            name={fields.contact.name}
            label="联系方式（可不填）"
            hint="手机号或邮箱，只用来就这条建议联系你"
            autoComplete="off"
          />
          <div className={styles.buttons}>
            <button
              type="submit"
              className="button"
              data-primary
              name="intent"
              value="suggest"
              disabled={busy}
            >
              {busy ? "正在提交…" : "提交建议"}
            </button>
          </div>
        </ScreenForm>
      </FieldProvider>
      {failure?.dialog === "login" ? <LoginDialog redirect={here} keepsPage /> : null}
      {disclaimer ? (
        <DisclaimerDialog
          key={submissionId}
          declaration={disclaimer}
          form={{ id: "suggestion", intent: "suggest" }}
        />
      ) : null}
    </ServiceFrame>
  );
}
