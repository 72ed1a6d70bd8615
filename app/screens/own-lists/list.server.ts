import { longId, submissionId } from "contract/base/fields";
import { ownListItemsMax } from "contract/own-lists/constants";
import { listName, note, quantity, told, typedLines } from "contract/own-lists/fields";
import { z } from "zod";
import { giveBack } from "~/forms/give-back.server";
import { paths } from "~/navigation/paths";
import { askFirst } from "~/request/ask-first.server";
import { longPathId, optionalLongId } from "~/request/inputs.server";
import { type ActionTools, type Answer, noFields, submitted } from "~/request/intents.server";
import { addedWords } from "./added-words";

export const listInputs = {
  params: z.object({ id: longPathId }),
  query: z.object({ remove: optionalLongId }),
  missing: "没有这份清单",
};

type Tools = ActionTools<typeof listInputs.query, typeof listInputs.params>;

/** The names of the fields of one thing in the form of all (items-form.tsx). */
const quantityField = (item: number) => `quantity${item}`;
const noteField = (item: number) => `note${item}`;
const shownField = (field: string) => `shown_${field}`;

const itemField = /^(?:quantity|note)([1-9]\d{0,14})$/;

/** The things whose fields the form has. */
function itemsIn(form: FormData): number[] {
  const found = [...form.keys()].flatMap((name) => itemField.exec(name)?.[1] ?? []);
  return [...new Set(found)].slice(0, ownListItemsMax).map(Number);
}

/** Whether a field holds something else than the page showed in it. */
function isChanged(form: FormData, field: string, value: string | number | undefined): boolean {
  return value !== undefined && form.get(shownField(field)) !== String(value);
}

/**
 * Saves the quantities and notes of the form that were changed in it, then goes on: a thing that moves loses nothing
 * that was typed. The form has all things of the list; those that nobody typed into may have got more since.
 */
function saving(then: (tools: Tools) => Promise<Answer>) {
  return (tools: Tools): Promise<Answer> => {
    const items = itemsIn(tools.form);
    const fields = items.flatMap((item) => [
      // Documents and topics have no quantity.
      ...(tools.form.has(quantityField(item)) ? [[quantityField(item), quantity] as const] : []),
      [noteField(item), note.default("")] as const,
    ]);
    return tools.submit(z.object(Object.fromEntries(fields)), async (value) => {
      const typed = value as Record<string, number | string | undefined>;
      const changed = items.flatMap((item) => {
        const [number, text] = [quantityField(item), noteField(item)].map((field) =>
          isChanged(tools.form, field, typed[field]) ? typed[field] : undefined,
        );
        if (number === undefined && text === undefined) return [];
        return [
          {
            item,
            ...(typeof number === "number" ? { quantity: number } : {}),
            ...(typeof text === "string" ? { note: text } : {}),
          },
        ];
      });
      if (changed.length > 0)
        await tools.scope.gateway.call("saveOwnListItems", { id: tools.params.id, items: changed });
      return then(tools);
    });
  };
}

/** The same for a button that belongs to one thing: `up:12`. */
const savingFor = (then: (item: number, tools: Tools) => Promise<Answer>) =>
  saving(async (tools) => {
    const item = longId.safeParse(tools.argument);
    if (item.success) return then(item.data, tools);
    const typed = { intent: tools.intent, typed: tools.form };
    return giveBack(tools.scope, typed, { status: 400, problems: ["编号有误"] });
  });

const moving = (up: boolean) =>
  savingFor(async (item, { scope, params: { id }, done }) => {
    await scope.gateway.call("moveOwnListItem", { id, item, up });
    return done(paths.ownList(id));
  });

const sharing = (shared: boolean) =>
  submitted(noFields, async (_, { scope, params, done }: Tools) => {
    await scope.gateway.call("shareOwnList", { id: params.id, shared });
    return done(
      paths.ownList(params.id),
      shared ? "已共享，知道地址的人都能看" : "已停止共享，原来的地址打不开了",
    );
  });

/** What the forms of a list's page do. */
export const listIntents = {
  save: saving(({ params, done }) => done(paths.ownList(params.id), "数量和备注已保存")),
  up: moving(true),
  down: moving(false),
  leave: savingFor((item, { params: { id }, done }) => done(`${paths.ownList(id, item)}#leaving`)),
  lines: submitted(
    z.object({ lines: typedLines, submissionId }),
    async (form, { scope, params, done }: Tools) => {
      const answer = await scope.gateway.call("addLinesToOwnList", { id: params.id, ...form });
      return done(
        paths.ownList(params.id),
        addedWords(
          answer,
          answer.added > 0 ? `加入了 ${answer.added} 个型号` : "这些型号都在清单里，数量加上了",
        ),
      );
    },
  ),
  settings: submitted(
    z.object({ name: listName, told: told.default([]) }),
    async (form, { scope, params, done }: Tools) => {
      await scope.gateway.call("saveOwnList", { id: params.id, ...form });
      return done(paths.ownList(params.id), "清单的设置已保存");
    },
  ),
  share: sharing(true),
  unshare: sharing(false),
  seen: submitted(
    z.object({ asOf: z.iso.datetime("页面已过期，请刷新后再试") }),
    async (form, tools: Tools) => {
      const { scope, params, done } = tools;
      await scope.gateway.call("seenOwnList", { id: params.id, ...form });
      return done(paths.ownList(params.id), "知道了，这些变化不再标出");
    },
  ),
  remove: submitted(z.object({ item: longId }), async ({ item }, { scope, params, done }: Tools) => {
    await scope.gateway.call("removeOwnListItem", { id: params.id, item });
    return done(paths.ownList(params.id), "已移出清单");
  }),
  delete: submitted(noFields, async (_, tools: Tools) => {
    const { scope, params, done } = tools;
    const { name, parts, resources, topics, shareKey } = await scope.gateway.call("ownList", params);
    const things = parts.length + resources.length + topics.length;
    const question = askFirst(tools, {
      title: `删除清单「${name}」？`,
      says: [
        `里面的 ${things} 项，连同数量和备注一起删除，不能找回；想留一份，先导出。`,
        ...(shareKey === null ? [] : ["它的共享地址也打不开了。"]),
      ],
      button: "确认删除",
      count: things,
    });
    if (question) return question;
    await scope.gateway.call("deleteOwnList", params);
    return done(paths.ownLists(), "清单已删除");
  }),
};
