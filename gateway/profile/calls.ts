/** People's own information, and the lists of its choices (spec 3.3, 3.4, 7.2, Profile). */
import { QueueFull } from "contract/base/concurrency-limit";
import { imageBytesMax } from "contract/files/constants";
import type { profileCalls } from "contract/profile/calls";
import { definitionTypes } from "contract/profile/fields";
import { refusals } from "contract/refusals";
import { avatarPictures, imageType } from "../files/pictures/image";
import { fileAddress, storeFiles } from "../files/storage/store";
import { accountOf, type HandlersOf } from "../server/context";
import { Refusal } from "../server/refusal";
import { profileResponse } from "./answer";
import { definitionsOf } from "./definitions";
import { infoOf } from "./info";
import {
  checkNicknameWords,
  isNicknameFree,
  nicknameChangeableAt,
  nicknameTakenFor,
  parseNickname,
} from "./nicknames";
import { regionsBelow } from "./regions";
import { saveAvatar, saveBasic, saveExtended, saveNickname } from "./save";

const fileRefusal = (
  code: "FILE_EMPTY" | "FILE_TYPE_REFUSED" | "FILE_TOO_LARGE",
  message: string = refusals[code].message,
) => new Refusal(code, { file: [message] }, message);

/** Refuses a file that is no picture before it is decoded, by its size and its first bytes, not by its name. */
function checkPicture(content: Buffer): void {
  if (content.byteLength === 0) throw fileRefusal("FILE_EMPTY");
  if (!imageType(content)) throw fileRefusal("FILE_TYPE_REFUSED", "头像只能是 PNG、JPEG、GIF 或 WebP 图片");
  if (content.byteLength > imageBytesMax)
    throw fileRefusal("FILE_TOO_LARGE", `头像不能超过 ${imageBytesMax / 1024 / 1024} MB`);
}

export const profileHandlers = {
  async getInfo({ pk_user }, context) {
    return profileResponse(await infoOf(context, pk_user));
  },

  async queryUserInfo({ pk_user, developType }, context) {
    return profileResponse(await infoOf(context, pk_user ?? accountOf(context).id, developType));
  },

  async updateUserInfo(request, context) {
    if (request.editType === "1") {
      const { editType: _basic, ...basic } = request;
      return profileResponse(await saveBasic(context, basic));
    }
    const { editType: _extended, ...extended } = request;
    return profileResponse(await saveExtended(context, extended));
  },

  updateExtendedInfo: async (request, context) => profileResponse(await saveExtended(context, request)),

  async industry(_request, { database }) {
    return profileResponse((await definitionsOf(database)).industries);
  },

  async address({ regionid }) {
    const regions = await regionsBelow(regionid);
    return profileResponse(
      regions.map(({ pkregion, name, leaf }) => ({ pkregion, name, leaf, children: [] })),
    );
  },

  async developerTypes(_request, { database }) {
    return profileResponse((await definitionsOf(database)).developerTypes);
  },

  async definitionByType({ type }, { database }) {
    const { education, identityTypes } = await definitionsOf(database);
    const lists: Record<string, typeof education> = {
      [definitionTypes.education]: education,
      [definitionTypes.identityType]: identityTypes,
    };
    return profileResponse(lists[type] ?? []);
  },

  async fileUpload({ file }, context) {
    const content = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
    checkPicture(content);
    await context.limits.spend("avatar", String(accountOf(context).id));
    const { large, small } = await avatarPictures(content).catch((error: unknown) => {
      throw error instanceof QueueFull
        ? new Refusal("TOO_FREQUENT", undefined, "正在处理的图片太多，请稍后再试")
        : error;
    });
    const [largeAvatar = "", avatar = ""] = await storeFiles(context.database, [large, small]);
    const result = await saveAvatar(context, { avatar, largeAvatar });
    return profileResponse({ headerlogo: fileAddress(largeAvatar), thumbheaderlogo: avatar, result });
  },

  async verifyNickname({ nickname }, context) {
    const { id } = accountOf(context);
    const newNickname = parseNickname(nickname);
    await checkNicknameWords(context, newNickname, "nickname");
    const available =
      (await isNicknameFree(context.database, newNickname, id)) &&
      (await nicknameTakenFor(context, newNickname, id)) === null;
    return { available };
  },

  async ifUpdateNickname(_request, context) {
    const at = nicknameChangeableAt(accountOf(context), context.now());
    return { allowed: at === null, changeableAt: at?.toISOString() ?? null };
  },

  updateNickname: async ({ nickname }, context) =>
    profileResponse(await saveNickname(context, parseNickname(nickname))),
} satisfies HandlersOf<typeof profileCalls>;
