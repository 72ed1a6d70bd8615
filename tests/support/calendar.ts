import ICAL from "ical.js";
import { expect } from "vitest";

/** Every event of a calendar, as a calendar library reads it. Fails on a line that is longer than RFC 5545 allows. */
export function eventsIn(text: string): ICAL.Event[] {
  for (const line of text.split("\r\n")) expect(Buffer.byteLength(line), line).toBeLessThanOrEqual(75);
  return new ICAL.Component(ICAL.parse(text))
    .getAllSubcomponents("vevent")
    .map((event) => new ICAL.Event(event));
}
