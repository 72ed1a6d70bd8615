import { id } from "contract/base/fields";
import { reason } from "contract/moderation/fields";
import { seenKindNames } from "contract/moderation/see-as/constants";
import { z } from "zod";
import { paths } from "~/navigation/paths";
import { submitted } from "~/request/intents.server";
import { forgetLogin } from "~/session/visitor.server";

const seeAsForm = z.object({
  as: z.enum(seenKindNames, "请选择以谁的身份查看"),
  uid: id.optional(),
  reason: z.string().default("").pipe(reason),
});

/** The action of the form that begins to see pages as somebody else; 结束查看 leads back to this page. */
export const seesAs = submitted(seeAsForm, async (form, { scope, here, done }) => {
  await scope.gateway.call("seeAs", form);
  // What the session knows of the administrator is not the other person's.
  forgetLogin(scope.session);
  scope.session.set("sawAsFrom", here.slice(0, 500));
  return done(paths.home());
});
