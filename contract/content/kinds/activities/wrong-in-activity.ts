import type { ActivityBody } from "./activity-body";

type Wrong = [path: PropertyKey[], message: string];

/** Names that a list has more than once. */
const twice = (names: string[], field: string, column: string): Wrong[] =>
  names.flatMap((name, index) =>
    names.indexOf(name) < index ? [[[field, index, column], `“${name}”写了两次`] as Wrong] : [],
  );

/** Rows that say that they are the same one. */
const taken = (rows: { key?: string | undefined }[], field: string, column: string): Wrong[] =>
  rows.flatMap(({ key }, index) =>
    key !== undefined && rows.findIndex((other) => other.key === key) < index
      ? [[[field, index, column], "这一行写了两次"] as Wrong]
      : [],
  );

/** Times that contradict each other. */
function wrongTimes({ starts, ends, signUpStarts, signUpEnds, teamsEnd, worksEnd }: ActivityBody): Wrong[] {
  const wrong: Wrong[] = [];
  if (ends <= starts) wrong.push([["ends"], "要晚于开始"]);
  if (signUpEnds <= signUpStarts) wrong.push([["signUpEnds"], "要晚于报名开始"]);
  if (signUpEnds > ends) wrong.push([["signUpEnds"], "不能晚于活动结束"]);
  if (teamsEnd && teamsEnd > ends) wrong.push([["teamsEnd"], "不能晚于活动结束"]);
  if (worksEnd && worksEnd > ends) wrong.push([["worksEnd"], "不能晚于活动结束"]);
  return wrong;
}

/** What lacks of teams and works, of which all is said or nothing. */
function wrongTeams({ teamsMin, teamsMax, teamsEnd, worksEnd, workFields }: ActivityBody): Wrong[] {
  const wrong: Wrong[] = [];
  const teams = { teamsMin, teamsMax, teamsEnd };
  if (Object.values(teams).some((value) => value !== undefined))
    for (const [name, value] of Object.entries(teams))
      if (value === undefined) wrong.push([[name], "组队的活动，人数和截止时间都要填"]);
  if (teamsMin !== undefined && teamsMax !== undefined && teamsMin > teamsMax)
    wrong.push([["teamsMax"], "不能少于至少的人数"]);
  if (worksEnd !== undefined && workFields.length === 0)
    wrong.push([["workFields"], "收作品的活动至少要交一项"]);
  if (worksEnd === undefined && workFields.length > 0) wrong.push([["worksEnd"], "收作品的活动要填提交截止"]);
  return wrong;
}

/** What contradicts itself in the form of a sign-up. */
function wrongFields({ fields, guests, categories }: ActivityBody): Wrong[] {
  const known = new Set(categories.map(({ name }) => name));
  return fields.flatMap((field, index) => {
    const { type, choices, dictionary, prefill } = field;
    const wrong: Wrong[] = [];
    const say = (column: string, message: string) => wrong.push([["fields", index, column], message]);
    const isChosen = choices.length > 0 || dictionary !== undefined;
    if (type === "choice" && !isChosen) say("choices", "请写选项，或者选一个全站的列表");
    if (type === "choice" && choices.length > 0 && dictionary !== undefined)
      say("dictionary", "写了选项就不选全站的列表");
    if (type !== "choice" && isChosen) say("choices", "只有“选择”有选项");
    if (type === "file" && prefill !== undefined) say("prefill", "文件不能带出");
    if (type === "file" && guests) say("type", "要上传文件的活动不能开放给没有账号的人");
    const gone = field.categories.filter((name) => !known.has(name));
    if (gone.length > 0) say("categories", `没有组别 ${gone.join("、")}`);
    const codes = choices.flatMap(({ code }) => code ?? []);
    const again = codes.find((code, at) => codes.indexOf(code) < at);
    if (again !== undefined) say("choices", `代码 ${again} 写了两次`);
    return wrong;
  });
}

/** What contradicts itself in an activity, by the place in its body. */
export function wrongInActivity(activity: ActivityBody): Wrong[] {
  const { categories, fields, workFields, attachments, prizes, steps } = activity;
  return [
    ...wrongTimes(activity),
    ...wrongTeams(activity),
    ...wrongFields(activity),
    ...twice(
      categories.map(({ name }) => name),
      "categories",
      "name",
    ),
    ...twice(
      fields.map(({ label }) => label),
      "fields",
      "label",
    ),
    ...twice(
      workFields.map(({ label }) => label),
      "workFields",
      "label",
    ),
    ...taken(categories, "categories", "name"),
    ...taken(fields, "fields", "label"),
    ...taken(workFields, "workFields", "label"),
    ...attachments.flatMap(({ file, url }, index): Wrong[] =>
      (file === undefined) === (url === undefined)
        ? [
            [
              ["attachments", index, file === undefined ? "file" : "url"],
              "上传文件，或者填站外地址，二者之一",
            ],
          ]
        : [],
    ),
    ...prizes.flatMap(({ first, last }, index): Wrong[] => {
      if (last === undefined || (first !== undefined && first <= last)) return [];
      return [[["prizes", index, "first"], first === undefined ? "请填从第几名" : "先写靠前的名次"]];
    }),
    ...steps.flatMap(({ at, until }, index): Wrong[] =>
      until !== undefined && until <= at ? [[["steps", index, "until"], "要晚于开始的时间"]] : [],
    ),
  ];
}
