/** Requests of the privacy group that are right in the scene (the test has loaded a Disclaimer). */
export const consentRequests = {
  getToken: () => ({}),
  checkUserSigned: () => ({ privacyId: "Disclaimer" as const }),
  userSigned: () => ({ privacyId: "Disclaimer" as const, status: "1" as const }),
  cancelSigned: () => ({ privacyId: "Disclaimer" as const }),
  consentLedger: () => ({}),
};
