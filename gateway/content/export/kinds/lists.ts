import { numbersIn } from "contract/content/kinds/training-body";
import type { PackPath } from "../../pack/schemas/training";
import { withoutEmpty } from "../exported-files";
import type { Typed } from "./texts";
import type { PieceWriter } from "./writer";

/** Kinds whose pieces stand in one file together: tags, lecturers, learning paths and videos. */

/** A tag stays in its place, unless its group is another one; new tags and groups come last. */
export const writeTags: PieceWriter = ({ pack, files }, pieces) => {
  const groups = (pack.tags?.groups ?? []).map(({ name, tags }) => ({ name, tags: [...tags] }));
  for (const { title, body } of pieces) {
    const isOwn = (tag: { name: string }) => tag.name.toLowerCase() === title.toLowerCase();
    const from = groups.find(({ tags }) => tags.some(isOwn));
    const to = body === null ? null : (body as Typed<"tags">).group;
    if (from && from.name !== to) from.tags = from.tags.filter((tag) => !isOwn(tag));
    if (to === null) continue;
    const tag = { name: title, summary: (body as Typed<"tags">).summary };
    let group = groups.find(({ name }) => name === to);
    if (!group) {
      group = { name: to, tags: [] };
      groups.push(group);
    }
    if (group.tags.some(isOwn)) group.tags = group.tags.map((one) => (isOwn(one) ? tag : one));
    else group.tags.push(tag);
  }
  files.writeYaml("tags.yaml", { groups: groups.filter(({ tags }) => tags.length > 0) });
};

export const writeLecturers: PieceWriter = ({ pack, files, accountNames }, pieces) => {
  const lecturers = new Map<number, Record<string, unknown>>(
    (pack.catalogue.lecturers?.value.lecturers ?? []).map((lecturer) => [lecturer.id, lecturer]),
  );
  for (const { key, body } of pieces) {
    const id = Number(key);
    if (body === null) {
      lecturers.delete(id);
      continue;
    }
    const {
      title: name,
      position: title,
      organisation,
      intro,
      account,
      photo = [],
    } = body as Typed<"lecturers">;
    const [portrait] = photo;
    const accountName = account === undefined ? undefined : accountNames.get(Number(account));
    if (account !== undefined && accountName === undefined)
      files.lost.push(`讲师「${name}」的账号（UID ${account}）没有邮箱，包里写不了是谁`);
    lecturers.set(
      id,
      withoutEmpty({
        id,
        name,
        title,
        organisation,
        intro,
        photo: portrait && files.picture(portrait.name),
        account: accountName,
      }),
    );
  }
  files.writeYaml("lecturers.yaml", { lecturers: [...lecturers.values()] });
};

/** A path of a pack without what its schema gives by itself. */
const pathOf = ({ courses, ...path }: PackPath) =>
  withoutEmpty({ ...path, courses: courses.map((step) => withoutEmpty({ ...step })) });

export const writePaths: PieceWriter = ({ pack, files }, pieces) => {
  const paths = new Map<number, Record<string, unknown>>(
    (pack.catalogue.paths?.value.paths ?? []).map((path) => [path.id, pathOf(path)]),
  );
  for (const { key, body } of pieces) {
    const id = Number(key);
    if (body === null) {
      paths.delete(id);
      continue;
    }
    const { courses = [], ...path } = body as Typed<"paths">;
    const steps = courses.map(({ course, needs }) => withoutEmpty({ course, needs: numbersIn(needs) }));
    paths.set(id, withoutEmpty({ id, ...path, courses: steps }));
  }
  files.writeYaml("paths.yaml", { paths: [...paths.values()] });
};

export const writeVideos: PieceWriter = ({ pack, files }, pieces) => {
  const videos = new Map<number, Record<string, unknown>>(
    (pack.catalogue.videos?.value.videos ?? []).map((video) => [video.id, withoutEmpty(video)]),
  );
  for (const { key, body } of pieces) {
    const id = Number(key);
    if (body === null) {
      videos.delete(id);
      continue;
    }
    const { title, summary, date, video, poster = [], products } = body as Typed<"videos">;
    const film = typeof video === "object" ? video : undefined;
    const picture = poster[0] ?? film?.poster;
    videos.set(
      id,
      withoutEmpty({
        id,
        title,
        summary,
        date,
        file: film?.files[0] && files.recording(film.files[0].name),
        poster: picture && files.picture(picture.name),
        captions: film?.captions ? files.recording(film.captions) : undefined,
        products,
      }),
    );
  }
  files.writeYaml("videos.yaml", { videos: [...videos.values()] });
};
