import { imageBytesMax } from "contract/limits";
import { refusals } from "contract/refusals";
import { TooManyWaiting } from "contract/turns";
import { accountOf, type CallContext, type Handlers } from "../context";
import { answer } from "../profile/answer";
import { infoOf } from "../profile/info";
import { checkNicknameWords, isNicknameFree, nicknameChangeableAt, parseNickname } from "../profile/nicknames";
import { saveAvatar, saveBasic, saveExtended, saveNickname } from "../profile/save";
import { Refusal } from "../refusal";
import { fileAddress, storeFiles } from "../storage/files";
import { avatarPictures, imageType } from "../uploads/image";

/** Runs a save, as often as a person's own hand may ask for one. */
async function saved<Result>(context: CallContext, save: () => Promise<Result>) {
  await context.limits.spend("profileSave", String(accountOf(context).id));
  return answer(await save());
}

const refused = (code: "FILE_EMPTY" | "FILE_TYPE_REFUSED" | "FILE_TOO_LARGE", message: string = refusals[code].message) =>
  new Refusal(code, { file: [message] }, message);

/** Refuses what is no picture before anything is decoded: by its size and by what its bytes begin as, not by its name. */
function checkPicture(content: Buffer): void {
  if (content.byteLength === 0) throw refused("FILE_EMPTY");
  if (!imageType(content)) throw refused("FILE_TYPE_REFUSED", "头像只能是 PNG、JPEG、GIF 或 WebP 图片");
  if (content.byteLength > imageBytesMax) throw refused("FILE_TOO_LARGE", `头像不能超过 ${imageBytesMax / 1024 / 1024} MB`);
}

/** What people say of themselves (spec 7.2, Profile, Person and Base checks). */
export const profileHandlers = {
  async getInfo({ pk_user }, context) {
    return answer(await infoOf(context, pk_user));
  },

  async queryUserInfo({ pk_user, developType }, context) {
    return answer(await infoOf(context, pk_user ?? accountOf(context).id, developType));
  },

  updateUserInfo: (request, context) =>
    saved(context, () => {
      if (request.editType === "1") {
        const { editType: _basic, ...basic } = request;
        return saveBasic(context, basic);
      }
      const { editType: _extended, ...extended } = request;
      return saveExtended(context, extended);
    }),

  updateExtendedInfo: (request, context) => saved(context, () => saveExtended(context, request)),

  async fileUpload({ file }, context) {
    const content = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
    checkPicture(content);
    await context.limits.spend("avatar", String(accountOf(context).id));
    const { large, small } = await avatarPictures(content).catch((error: unknown) => {
      throw error instanceof TooManyWaiting ? new Refusal("TOO_FREQUENT", undefined, "正在处理的图片太多，请稍后再试") : error;
    });
    const [largeAvatar = "", avatar = ""] = await storeFiles(context.database, [large, small]);
    const result = await saveAvatar(context, { avatar, largeAvatar });
    return answer({ headerlogo: fileAddress(largeAvatar), thumbheaderlogo: avatar, result });
  },

  async verifyNickname({ nickname }, context) {
    const { id } = accountOf(context);
    await context.limits.spend("wordCheck", String(id));
    const wanted = parseNickname(nickname);
    await checkNicknameWords(context.database, wanted, "nickname");
    return { available: await isNicknameFree(context.database, wanted, id) };
  },

  async ifUpdateNickname(_request, context) {
    const at = nicknameChangeableAt(accountOf(context), context.now());
    return { allowed: at === null, changeableAt: at?.toISOString() ?? null };
  },

  updateNickname: ({ nickname }, context) => saved(context, () => saveNickname(context, parseNickname(nickname))),
} satisfies Handlers<
  | ("getInfo" | "queryUserInfo" | "updateUserInfo" | "updateExtendedInfo" | "fileUpload")
  | ("verifyNickname" | "ifUpdateNickname" | "updateNickname")
>;
