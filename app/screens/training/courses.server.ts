import { orWithout } from "~/failure/explain.server";
import type { Scope } from "~/request/scope.server";

/** How many of each the front page of the training classes shows. */
const counts = { videos: 4, people: 5, lives: 4, lecturers: 6 };

/** Loads the parts around the list of courses; a part whose call fails is empty. */
export async function loadAround(scope: Scope) {
  const { publicGateway: gateway } = scope;
  const signedIn = await scope.signedIn();
  const videos = (signedIn ? scope.gateway : gateway).call("recommendedCourseVideos", {
    count: counts.videos,
  });
  const [paths, recommended, coming, replays, lecturers, students, masters] = await Promise.all([
    orWithout(scope, gateway.call("learningPaths", {}), { paths: [] }),
    orWithout(scope, videos, { videos: [] }),
    orWithout(scope, gateway.call("liveReplay", { over: false }), { lives: [] }),
    orWithout(scope, gateway.call("liveReplay", { over: true }), { lives: [] }),
    orWithout(scope, gateway.call("lecturers", {}), { lecturers: [] }),
    orWithout(scope, gateway.call("topStudents", { count: counts.people }), { students: [] }),
    orWithout(scope, gateway.call("examMasters", { count: counts.people }), { masters: [] }),
  ]);
  return {
    paths: paths.paths,
    recommended: recommended.videos,
    lives: [...coming.lives.slice(0, counts.lives), ...replays.lives].slice(0, counts.lives),
    lecturers: lecturers.lecturers.slice(0, counts.lecturers),
    students: students.students,
    masters: masters.masters,
  };
}
