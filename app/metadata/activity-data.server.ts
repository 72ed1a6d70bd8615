import type { ActivityWhole } from "contract/activities/shapes";
import type { Event } from "schema-dts";
import { placeOf } from "~/activities/words";
import { paths } from "~/navigation/paths";
import type { Scope } from "~/request/scope.server";

/** An activity with its time, place and available seats. */
export function activityData(
  { origin, settings }: Pick<Scope, "origin" | "settings">,
  activity: ActivityWhole,
): Event {
  const { id, title, summary, startAt, endAt, online, cover, speakers, seats, free, signUpOpen } = activity;
  const url = origin + paths.activity(id);
  return {
    "@type": "Event",
    name: title,
    description: summary || title,
    url,
    startDate: startAt,
    endDate: endAt,
    inLanguage: "zh-CN",
    isAccessibleForFree: true,
    eventStatus: "https://schema.org/EventScheduled",
    eventAttendanceMode: online
      ? "https://schema.org/OnlineEventAttendanceMode"
      : "https://schema.org/OfflineEventAttendanceMode",
    location: online
      ? { "@type": "VirtualLocation", url }
      : { "@type": "Place", name: placeOf(activity), address: placeOf(activity) },
    organizer: { "@type": "Organization", name: settings.siteName, url: `${origin}/` },
    maximumAttendeeCapacity: seats,
    remainingAttendeeCapacity: free,
    offers: {
      "@type": "Offer",
      url,
      price: 0,
      priceCurrency: "CNY",
      validFrom: activity.signUpFrom,
      availability: `https://schema.org/${signUpOpen && free > 0 ? "InStock" : "SoldOut"}`,
    },
    ...(cover ? { image: origin + (cover.sources.at(-1)?.url ?? cover.url) } : {}),
    ...(speakers.length > 0
      ? { performer: speakers.map(({ name }) => ({ "@type": "Person" as const, name })) }
      : {}),
  };
}
