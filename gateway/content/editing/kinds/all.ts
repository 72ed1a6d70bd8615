import type { ContentKind } from "contract/content/kinds/words";
import { activitiesKind } from "./activities/activities";
import { classesKind } from "./classes";
import { coursesKind } from "./courses/courses";
import { pathsKind } from "./courses/paths";
import { examsKind } from "./exams";
import type { EditedKind } from "./kind";
import { lecturersKind } from "./lecturers";
import { newsKind } from "./news";
import { noticesKind } from "./notices";
import { policiesKind } from "./policies";
import { productsKind } from "./products";
import { resourcesKind } from "./resources";
import { navigationKind, redirectsKind } from "./site/addresses";
import { definitionsKind } from "./site/definitions";
import { holidaysKind } from "./site/holidays";
import { homeKind } from "./site/home";
import { talentsKind } from "./site/talents";
import { tagsKind } from "./tags";
import { videosKind } from "./videos/videos";

/** The kinds of content that are edited in the browser. */
export const editedKinds: Record<ContentKind, EditedKind> = {
  news: newsKind,
  notices: noticesKind,
  products: productsKind,
  resources: resourcesKind,
  classes: classesKind,
  policies: policiesKind,
  tags: tagsKind,
  lecturers: lecturersKind,
  paths: pathsKind,
  courses: coursesKind,
  exams: examsKind,
  activities: activitiesKind,
  videos: videosKind,
  talents: talentsKind,
  home: homeKind,
  navigation: navigationKind,
  redirects: redirectsKind,
  definitions: definitionsKind,
  holidays: holidaysKind,
};
