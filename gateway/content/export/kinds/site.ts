import { type ExportedFiles, pictured, withoutEmpty } from "../exported-files";
import type { Typed } from "./texts";
import type { PieceWriter } from "./writer";

/** Kinds of which there is one. None is taken down, so each piece has a body. */

export const writeTalents: PieceWriter = ({ files }, pieces) => {
  for (const { body } of pieces) {
    const { content = "", programmes = [], ...talents } = body as Typed<"talents">;
    const front = {
      ...talents,
      programmes: programmes.map(({ cover: [cover] = [], text, ...programme }) =>
        withoutEmpty({
          ...programme,
          cover: cover && pictured(files, cover),
          text: text && files.placed(text),
        }),
      ),
    };
    files.writeText("talents.md", front, files.placed(content));
  }
};

const pictureOf = (files: ExportedFiles, picture: { name: string }[] = []) =>
  picture[0] ? files.picture(picture[0].name) : undefined;

/** The home page and the forum's banners stand in one file with what only packs have. */
export const writeHome: PieceWriter = ({ pack, files }, pieces) => {
  for (const { body } of pieces) {
    const { banners = [], blocks = [], forumBanners = [] } = body as Typed<"home">;
    const { home: _home, banners: _banners, ...rest } = pack.site ?? {};
    files.writeYaml(
      "site.yaml",
      withoutEmpty({
        banners: forumBanners.map(({ picture, ...banner }) => ({
          ...banner,
          image: pictureOf(files, picture),
        })),
        home: {
          banners: banners.map(({ picture, ...banner }) => ({ ...banner, image: pictureOf(files, picture) })),
          blocks: blocks.map(({ links = [], first = [], ...block }) =>
            withoutEmpty({
              ...block,
              first,
              links: links.map(({ picture, ...link }) =>
                withoutEmpty({ ...link, image: pictureOf(files, picture) }),
              ),
            }),
          ),
        },
        ...rest,
      }),
    );
  }
};

/** The header's panels of a pack stay as they are. */
export const writeNavigation: PieceWriter = ({ pack, files }, pieces) => {
  for (const { body } of pieces) {
    const { footer = [] } = body as Typed<"navigation">;
    const { products = [], resources = [] } = pack.navigation?.header ?? {};
    const header = withoutEmpty({ products, resources });
    files.writeYaml("navigation.yaml", {
      ...(Object.keys(header).length > 0 ? { header } : {}),
      // Packs name it also when it is empty.
      footer: footer.map(({ children = [], ...column }) => withoutEmpty({ ...column, children })),
    });
  }
};

export const writeRedirects: PieceWriter = ({ files }, pieces) => {
  for (const { body } of pieces) {
    const { redirects = [] } = body as Typed<"redirects">;
    files.writeYaml("redirects.yaml", { redirects: redirects.map(({ from, to }) => ({ from, to })) });
  }
};

export const writeHolidays: PieceWriter = ({ files }, pieces) => {
  for (const { body } of pieces) {
    const { holidays = [], workdays = [] } = body as Typed<"holidays">;
    files.writeYaml("holidays.yaml", {
      holidays: holidays.map(({ from, to, name }) => ({ from, to, name })),
      workdays: workdays.map(({ day, name }) => ({ day, name })),
    });
  }
};

export const writeDefinitions: PieceWriter = ({ files }, pieces) => {
  const named = (options: { code: string; name: string }[]) =>
    Object.fromEntries(options.map(({ code, name }) => [code, name]));
  for (const { body } of pieces) {
    const { individual, enterprise, engineer, student, teacher, education, industries } =
      body as Typed<"definitions">;
    files.writeYaml("definitions.yaml", {
      developerTypes: { individual, enterprise },
      identityTypes: { engineer, student, teacher },
      education: named(education),
      industries: industries.map(({ code, name, children }) => ({ code, name, children: named(children) })),
    });
  }
};
