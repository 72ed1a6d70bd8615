import { closeConfirmation } from "contract/privacy/constants";
import type { CallsOf } from "../call-rows";

/** The calls of consents, exports and the end of an account in tests. */
export const calls: CallsOf<"privacy"> = {
  getToken: { who: "everyone", request: () => ({}) },
  checkUserSigned: {
    who: "signedIn",
    unreached: "Asked where an upstream does not say it with getMyPersonalDetail (any-upstream.test.ts).",
    request: () => ({ privacyId: "Disclaimer" as const }),
  },
  userSigned: {
    who: "signedIn",
    lost: "undone",
    request: () => ({ privacyId: "Disclaimer" as const, status: "1" as const }),
  },
  cancelSigned: {
    who: "signedIn",
    lost: { opened: ["app/screens/personal/setting/consents.tsx", "WithdrawDialog"] },
    request: () => ({ privacyId: "Disclaimer" as const }),
  },
  consentLedger: { who: "signedIn", subjectOf: ["/personalCenter/setting"], request: () => ({}) },
  exportInfo: { who: "signedIn", subjectOf: ["/personalCenter/setting"], request: () => ({}) },
  requestExport: {
    who: "signedIn",
    lost: "added",
    unreached: "After a proof by a code that was sent, which nothing here sends.",
    request: ({ exportProof }: { exportProof: string }) => ({ uuid: exportProof }),
  },
  closureState: { who: "signedIn", subjectOf: ["/personalCenter/setting"], request: () => ({}) },
  closeAccount: {
    who: "signedIn",
    lost: { opened: ["app/screens/personal/setting/close.tsx", "到期后注销不能恢复"] },
    unreached: "After a proof by a code that was sent, which nothing here sends.",
    request: ({ closeProof }: { closeProof: string }) =>
      ({ uuid: closeProof, confirmation: closeConfirmation }) as const,
  },
  cancelClosure: {
    who: "signedIn",
    lost: "undone",
    unreached: "After a proof by a code that was sent, which nothing here sends.",
    request: () => ({}),
  },
};
