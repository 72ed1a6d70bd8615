import { paths } from "~/navigation/paths";

/** The address of a lesson at the part of its text that begins so; where a browser cannot find it, at the text. */
export const lessonPart = (lesson: number, part: string): string =>
  `${paths.lesson(lesson)}#text:~:text=${encodeURIComponent(part).replaceAll("-", "%2D")}`;
