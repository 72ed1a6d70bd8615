import { orWithout } from "~/failure/explain.server";
import type { Scope } from "~/request/scope.server";

/** How many of each the front page of the training classes names. */
const named = { videos: 4, people: 5, lives: 4, lecturers: 6 };

/** What stands around the list of courses; each part may be missing. */
export async function loadAround(scope: Scope) {
  const { publicGateway: gateway } = scope;
  const signedIn = await scope.signedIn();
  const videos = (signedIn ? scope.gateway : gateway).call("recommendedCourseVideos", {
    count: named.videos,
  });
  const [recommended, coming, replays, lecturers, students, masters] = await Promise.all([
    orWithout(scope, videos, { videos: [] }),
    orWithout(scope, gateway.call("liveReplay", { over: false }), { lives: [] }),
    orWithout(scope, gateway.call("liveReplay", { over: true }), { lives: [] }),
    orWithout(scope, gateway.call("lecturers", {}), { lecturers: [] }),
    orWithout(scope, gateway.call("topStudents", { count: named.people }), { students: [] }),
    orWithout(scope, gateway.call("examMasters", { count: named.people }), { masters: [] }),
  ]);
  return {
    recommended: recommended.videos,
    lives: [...coming.lives.slice(0, named.lives), ...replays.lives].slice(0, named.lives),
    lecturers: lecturers.lecturers.slice(0, named.lecturers),
    students: students.students,
    masters: masters.masters,
  };
}
