import { useLoaderData, useNavigation } from "@remix-run/react";
import { id as idField } from "contract/base/fields";
import { adviceTextMax, questionWorkdays, suggestionTypes } from "contract/feedback/constants";
import { z } from "zod";
import { DisclaimerDialog } from "~/consent/disclaimer-dialog";
import { pendingDisclaimer } from "~/consent/gate.server";
import { orWithout } from "~/failure/explain.server";
import { formatMinute } from "~/format/time";
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
 * /suggestion (spec 2.1, 2.4): the form for suggestions to the operator. It needs the accepted disclaimer (spec 6). With
 * `product` it is a question to an engineer about that product.
 */
const inputs = { query: z.object({ product: idField.optional().catch(undefined) }) };

export const loader = screenLoader(inputs, async ({ scope, query: { product } }) => {
  const info =
    product === undefined
      ? null
      : await orWithout(scope, scope.publicGateway.call("productInfo", { id: product }), null);
  return {
    disclaimer: await pendingDisclaimer(scope),
    submissionId: newSubmissionId(),
    product: info && { id: info.id, name: info.name },
  };
});
export const meta = screenMeta<typeof loader>({
  title: ({ product }) => (product ? `问 FAE：${product.name}` : undefined),
});

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
    const { number, dueAt } = await scope.gateway.call("insertUserAdvice", {
      ...suggestion,
      submissionId: submissionId ?? newSubmissionId(),
    });
    const received = dueAt
      ? `已收到你的问题，${formatMinute(dueAt)} 前答复，编号 ${number}`
      : `已收到你的建议，编号 ${number}`;
    return done(paths.advice(number), received);
  },
);

/** With JavaScript, a network failure while posting keeps the page as it is. */
export const clientAction = keepOnNetworkFailure("suggest");

const suggestionWords = {
  lead: "哪里不好用、缺什么、怎样会更好，写给我们。每一条都有人看，处理结果会以系统消息告诉你。",
  label: "建议内容",
  hint: "遇到了什么，希望怎样",
  send: "提交建议",
};

const questionWords = {
  lead: `现场应用工程师在 ${questionWorkdays} 个工作日内答复，只有你和本站管理员（转给工程师）看得到。不涉密的问题发到论坛，还能帮到别人。`,
  label: "问题",
  hint: "用到的型号和版本、现象、已经试过什么",
  send: "提交问题",
};

export default function Suggestion() {
  const { disclaimer, submissionId, product } = useLoaderData<typeof loader>();
  const { here } = useShell();
  const busy = useNavigation().state === "submitting";
  const suggestion = useScreenForm<SuggestionShape>({
    id: "suggestion",
    intent: "suggest",
    loadValidate: () => import("./suggestion.schema"),
  });
  const { fields, failure } = suggestion;
  const words = product ? questionWords : suggestionWords;
  const images = imagesOf(failure?.result.initialValue?.images);
  return (
    <ServiceFrame part="suggestion" title={product ? `问 FAE：${product.name}` : "意见建议"}>
      <FieldProvider>
        <ScreenForm
          of={suggestion}
          submissionId={submissionId}
          encType="multipart/form-data"
          className={styles.form}
        >
          <EnterButton intent="suggest" name={words.send} />
          <p className={styles.lead}>{words.lead}</p>
          {product ? (
            <>
              <input type="hidden" name={fields.type.name} value="question" />
              <input type="hidden" name={fields.product.name} value={product.id} />
            </>
          ) : (
            <SelectField name={fields.type.name} label="建议类型">
              <option value="">请选择</option>
              <Options of={suggestionTypes} />
            </SelectField>
          )}
          <TextArea
            name={fields.text.name}
            label={words.label}
            hint={`${words.hint}。最多 ${adviceTextMax} 字`}
            rows={7}
          />
          <ImageField key={images.join()} images={images} />
          <TextField
            name={fields.contact.name}
            label="联系方式（可不填）"
            hint="手机号或邮箱，只用来就这件事联系你"
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
              {busy ? "正在提交…" : words.send}
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
