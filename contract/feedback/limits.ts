/**
 * Suggestions and complaints to the operator: characters of their texts, pictures of a suggestion, entries of
 * a page.
 */
export const adviceTextMin = 5;

export const adviceTextMax = 2_000;

export const complaintTextMin = 5;

export const complaintTextMax = 1_000;

export const adviceImagesMax = 4;

export const adviceAnswerMax = 2_000;

export const feedbackRecordsPerPage = 10;
