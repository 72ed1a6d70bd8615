import type { ContentKind } from "contract/content/kinds/words";
import { writeActivities } from "./activities";
import { writeLecturers, writePaths, writeTags, writeVideos } from "./lists";
import { writeClasses, writeProducts } from "./products";
import { writeResources } from "./resources";
import {
  writeDefinitions,
  writeHolidays,
  writeHome,
  writeNavigation,
  writeRedirects,
  writeTalents,
} from "./site";
import { writeNews, writeNotices, writePolicies } from "./texts";
import { writeCourses, writeExams } from "./training";
import type { PieceWriter } from "./writer";

/** How each kind is written into a pack. */
export const pieceWriters: Record<ContentKind, PieceWriter> = {
  news: writeNews,
  notices: writeNotices,
  products: writeProducts,
  classes: writeClasses,
  resources: writeResources,
  policies: writePolicies,
  tags: writeTags,
  lecturers: writeLecturers,
  paths: writePaths,
  courses: writeCourses,
  exams: writeExams,
  activities: writeActivities,
  videos: writeVideos,
  talents: writeTalents,
  home: writeHome,
  navigation: writeNavigation,
  redirects: writeRedirects,
  definitions: writeDefinitions,
  holidays: writeHolidays,
};
