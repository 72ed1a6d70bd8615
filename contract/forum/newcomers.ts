/** Somebody is new for this many days, and until so many of their texts stand. */
export const newcomerDays = 7;
export const newcomerPosts = 3;

/** What somebody new may do: links in a text, and topics and replies in 24 hours (decision 157). */
export const newcomerLinks = 2;
export const newcomerTexts = 5;
