/** Personal information: characters of a text, years, and interests that one person may choose (spec 5.6). */
export const profileTextMax = 50;

export const ageMax = 999;

export const entryYearMin = 2010;

export const entryYearMax = 2050;

export const interestsMax = 20;

/** A nickname may be changed once in so many days. */
export const nicknameChangeDays = 30;
