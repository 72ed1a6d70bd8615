import type { CallInput } from "contract";
import { passkeys } from "gateway/database/schema";
import { makeRecoveryCodes } from "gateway/factors/recovery";
import { generateSync } from "otplib";
import type { CallsOf } from "../call-rows";
import { type Member, next, type TestGateway } from "../gateway";
import { SoftPasskey } from "../soft-passkey";

const screen = "app/screens/personal/security/security.server.ts";

/** The origin of the site in tests of calls. */
const origin = "http://localhost";

/** The prepared factors of a scene, so that one request of each call is valid. */
export interface SceneFactors {
  /** The secret of an authenticator that is not confirmed yet. */
  secret: string;
  recoveryCode: string;
  /** An existing passkey, and a browser's answer for adding another. */
  passkey: number;
  answer: string;
}

/** Prepares the factors that the calls of a scene's person need. */
export async function sceneFactors(gateway: TestGateway, member: Member): Promise<SceneFactors> {
  const { database, services } = gateway;
  const { secret } = await gateway.ok("startAuthenticator", {}, member);
  const [recoveryCode = ""] = await makeRecoveryCodes(database, member.id, services.now());
  const values = { credentialId: `scene-${next()}`, host: "localhost", publicKey: "", transports: [] };
  const [passkey] = await database
    .insert(passkeys)
    .values({ ...values, accountId: member.id, name: "旧手机" })
    .returning({ id: passkeys.id });
  const { options } = await gateway.ok("passkeyOptions", { origin }, member);
  return {
    secret,
    recoveryCode,
    passkey: passkey?.id ?? 0,
    answer: new SoftPasskey().create(options, origin),
  };
}

interface WithFactors {
  factors: SceneFactors;
}

/** The calls about second factors in tests. */
export const calls: CallsOf<"factors"> = {
  secondFactors: {
    who: "signedIn",
    subjectOf: ["/personalCenter/security"],
    request: () => ({}),
  },
  startAuthenticator: { who: "signedIn", lost: "added", request: () => ({}) },
  confirmAuthenticator: {
    who: "signedIn",
    lost: "added",
    unreached: "After a code of the authenticator: security.test.ts.",
    request: ({ factors }: WithFactors): CallInput<"confirmAuthenticator"> => ({
      code: generateSync({ secret: factors.secret }),
    }),
  },
  removeAuthenticator: {
    who: "signedIn",
    lost: { asked: screen },
    unreached: "Of whoever has an authenticator: security.test.ts.",
    request: () => ({}),
  },
  passkeyOptions: {
    who: "signedIn",
    lost: "added",
    request: (): CallInput<"passkeyOptions"> => ({ origin }),
  },
  addPasskey: {
    who: "signedIn",
    lost: "added",
    unreached: "With what a browser made: passkeys.spec.ts.",
    request: ({ factors }: WithFactors): CallInput<"addPasskey"> => ({
      origin,
      name: "工位的电脑",
      answer: factors.answer,
    }),
  },
  removePasskey: {
    who: "signedIn",
    lost: { asked: screen },
    unreached: "Of whoever has one: passkeys.spec.ts.",
    request: ({ factors }: WithFactors): CallInput<"removePasskey"> => ({ id: factors.passkey }),
  },
  makeRecoveryCodes: {
    who: "signedIn",
    lost: { asked: screen },
    unreached: "Of whoever has a second factor: security.test.ts.",
    request: () => ({}),
  },
  confirmationWays: {
    who: "signedIn",
    lost: "added",
    unreached: "Ten minutes after a sign-in: security.test.ts.",
    request: (): CallInput<"confirmationWays"> => ({ origin }),
  },
  confirmIdentity: {
    who: "signedIn",
    lost: "added",
    unreached: "Ten minutes after a sign-in: security.test.ts.",
    request: ({ factors }: WithFactors): CallInput<"confirmIdentity"> => ({
      origin,
      code: factors.recoveryCode,
    }),
  },
};
