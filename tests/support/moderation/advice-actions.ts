import { addTime, dayOf } from "contract/base/time";
import { type Member, submissionId, type TestGateway } from "../gateway";

type Act = () => Promise<unknown>;

/** The administrators' actions on suggestions, each with the one that takes it back. */
export const adviceActions = (gateway: () => TestGateway, admin: () => Member, author: () => Member) => {
  const letter = async () => {
    const text = "希望能按引脚数筛选芯片";
    const form = { type: "feature", text, contact: "", submissionId: submissionId() } as const;
    return (await gateway().ok("insertUserAdvice", form, author())).number;
  };
  return {
    advice: async (): Promise<[Act, Act]> => {
      const number = await letter();
      const set = (status: "adopted" | "working") => () =>
        gateway().ok("decideSuggestion", { number, status, answer: "" }, admin());
      await set("working")();
      return [set("adopted"), set("working")];
    },
    adviceAssign: async (): Promise<[Act, Act]> => {
      const number = await letter();
      const give = (from: number, uid: number) => () =>
        gateway().ok("assignAdvice", { number, from, uid, submissionId: submissionId() }, admin());
      return [give(0, admin().id), give(admin().id, 0)];
    },
    adviceDue: async (): Promise<[Act, Act]> => {
      const number = await letter();
      const set = (days: number) => async () => {
        const [item] = (await gateway().ok("adviceInbox", { number }, admin())).items;
        const day = dayOf(addTime(gateway().services.now(), days, "day"));
        const form = {
          number,
          day,
          reason: "等新版手册",
          from: item?.dueAt ?? "",
          submissionId: submissionId(),
        };
        return gateway().ok("setAdviceDue", form, admin());
      };
      await set(20)();
      return [set(30), set(20)];
    },
    saveCannedReply: async (): Promise<[Act, Act]> => {
      const words = { kind: "suggestion", title: "已转给产品" } as const;
      const keep = { ...words, text: "谢谢。", submissionId: submissionId() };
      const { id } = await gateway().ok("saveCannedReply", keep, admin());
      const set = (text: string, version: number) => () =>
        gateway().ok(
          "saveCannedReply",
          { ...words, text, id, version, submissionId: submissionId() },
          admin(),
        );
      return [set("多谢。", 1), set("谢谢。", 2)];
    },
  };
};
