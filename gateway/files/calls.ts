/** Stored files: pictures and attachments that people upload (spec 7.1). */
import type { fileCalls } from "contract/files/calls";
import { attachmentBytesMax, attachmentEndings, imageBytesMax, imageEndings } from "contract/files/constants";
import { attachmentsPerPost, imagesPerPost } from "contract/forum/constants";
import type { HandlersOf } from "../server/context";
import { asUploaded, takeUpload } from "./uploads/take-upload";

export const fileHandlers = {
  async uploadInfo() {
    return {
      image: { types: imageEndings, maxBytes: imageBytesMax, maxCount: imagesPerPost },
      attachment: { types: attachmentEndings, maxBytes: attachmentBytesMax, maxCount: attachmentsPerPost },
    };
  },

  async uploadFile(request, context) {
    return asUploaded(await takeUpload(request, context));
  },
} satisfies HandlersOf<typeof fileCalls>;
