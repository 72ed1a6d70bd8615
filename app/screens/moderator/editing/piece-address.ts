import { type ContentKind, contentKindNames, contentKinds } from "contract/content/kinds/words";
import { z } from "zod";
import { paths } from "~/navigation/paths";
import { staffPaths } from "~/navigation/staff-paths";

export const kindInPath = z.enum(contentKindNames);
export const keyInPath = z.string().regex(/^[A-Za-z0-9-]{1,60}$/);
/** In the place of a key: the form of a new piece. */
export const newKey = "new";
export const missingPiece = "没有这份内容";

/** Pages that many visitors load know nothing of previews. */
const withSecret = (path: string, preview?: string) =>
  preview === undefined ? path : `${path}?preview=${preview}`;

const publicPaths: Record<ContentKind, (key: string, preview?: string) => string> = {
  news: (key, preview) => paths.news(Number(key), preview),
  notices: paths.notice,
  products: paths.product,
  resources: (key, draft) => paths.resource(Number(key), draft === undefined ? {} : { draft }),
  classes: (key, preview) => paths.products(Number(key), preview),
  policies: (key, preview) => paths.policy(key, undefined, preview),
  tags: (key, preview) => paths.tag(Number(key), preview),
  lecturers: (key, preview) => paths.lecturer(Number(key), preview),
  paths: (key, preview) => paths.learningPath(Number(key), preview),
  courses: (key, preview) => paths.course(Number(key), preview),
  exams: (key, preview) => paths.exam(Number(key), preview),
  activities: (key, preview) => withSecret(paths.activity(Number(key)), preview),
  talents: (_key, preview) => withSecret(paths.universityTalents(), preview),
  home: (_key, preview) =>
    preview === undefined ? paths.home() : withSecret(staffPaths.homePreview(), preview),
  navigation: () => paths.home(),
  redirects: () => paths.home(),
  holidays: () => paths.suggestion(),
  definitions: () => paths.personal("info"),
  videos: (key, preview) => withSecret(paths.video(Number(key)), preview),
};

/** The address of the page that visitors read, with the secret of a version that is not published. */
export const publicPath = (kind: ContentKind, key: string, preview?: string) =>
  publicPaths[kind](key, preview);

/** The heading of a piece's form. */
export const headingOf = (kind: ContentKind, key: string) =>
  key === newKey ? `新建${contentKinds[kind].name}` : `编辑${contentKinds[kind].name}`;
