import type { LoaderFunctionArgs } from "@remix-run/node";
import { toPage } from "~/failure/explain.server";
import { paths } from "~/navigation/paths";
import { notFound } from "~/request/not-found.server";
import { getScope, type Scope } from "~/request/scope.server";
import { gradesTable } from "~/screens/personal/study/grades-table.server";
import { notesFile } from "~/screens/study-notes/notes-file.server";

/** The files of a member's studies: the name for readers, the tab that shows the same, the type, and what is in it. */
const files: Record<
  string,
  {
    name: string;
    tab: "grades" | "notes";
    type: string;
    write(scope: Scope, url: URL): Promise<string | ReadableStream<Uint8Array>>;
  }
> = {
  "grades.csv": { name: "成绩单.csv", tab: "grades", type: "text/csv", write: gradesTable },
  "notes.md": { name: "学习笔记.md", tab: "notes", type: "text/markdown", write: notesFile },
};

/** /study/grades.csv and /study/notes.md. Visitors are led to sign in. */
export async function loader({ request, context, params }: LoaderFunctionArgs): Promise<Response> {
  const scope = await getScope({ request, context });
  try {
    const file = Object.hasOwn(files, params.file ?? "") ? files[params.file ?? ""] : undefined;
    if (!file) return notFound(scope, "没有这个文件");
    if (!(await scope.signedIn())) return await scope.redirect(paths.login(paths.study(file.tab)));
    return new Response(await file.write(scope, new URL(request.url)), {
      headers: {
        "content-type": `${file.type}; charset=utf-8`,
        "content-disposition": `attachment; filename="${params.file}"; filename*=UTF-8''${encodeURIComponent(file.name)}`,
        "cache-control": "no-store",
      },
    });
  } catch (error) {
    throw toPage(scope, error, request);
  }
}
