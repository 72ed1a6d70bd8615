import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import type { S3Settings } from "gateway/files/stores/s3-store";
import { z } from "zod";
import { describeProblem, switchOf, webAddress } from "../../app/settings/portal-settings";

/** The places of files, and the place for new files. */
export interface FileSettings {
  target: "database" | "folder" | "s3";
  /** An absolute path; null if no files are in a folder. */
  folder: string | null;
  s3: S3Settings | null;
  /** How many bytes a second are moved to the place for new files; 0 turns moving off. */
  moveRate: number;
}

/** The variables of files. S3 secrets can also be given by files. */
export const fileVariables = {
  FILES: z
    .enum(["database", "folder", "s3"], "应为 database（存在数据库里）、folder（文件夹）或 s3（对象存储）")
    .default("database"),
  FILES_DIR: z
    .string()
    .transform((value) => resolve(value))
    .optional(),
  FILES_MOVE_RATE: z
    .string()
    .regex(/^\d{1,4}$/, "应为 0 到 9999 之间的整数（每秒搬多少 MB 文件，0 表示不搬）")
    .transform(Number)
    .default(4),
  S3_ENDPOINT: webAddress("应为对象存储的 http(s) 地址，如 https://s3.example.com").optional(),
  S3_REGION: z
    .string()
    .regex(/^[\w-]{1,64}$/, "应为对象存储的地域，如 us-east-1")
    .default("us-east-1"),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, "应为存储桶的名字：3 到 63 个小写字母、数字、点或连字符")
    .optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  S3_PATH_STYLE: switchOf("应为 1（存储桶写在路径里，如 MinIO）或 0（写在主机名里）").default(false),
  S3_SIGNED_HOST: z
    .string()
    .regex(/^[a-z0-9.-]+(:\d{1,5})?$/i, "应为主机名，可带端口：FILES_URL 的请求到达存储时的 Host")
    .optional(),
};

type Checked = z.output<z.ZodObject<typeof fileVariables>> & {
  DATA_DIR: string;
  FILES_URL?: string | undefined;
  GATEWAY_URL?: unknown;
};

const s3Needs = {
  S3_ENDPOINT: "对象存储的地址，如 https://s3.example.com",
  S3_BUCKET: "存储桶的名字",
  S3_ACCESS_KEY_ID: "访问密钥的标识",
  S3_SECRET_ACCESS_KEY: "访问密钥",
} as const;
const s3Names = Object.keys(s3Needs) as (keyof typeof s3Needs)[];

/** The problems of these variables: those of S3 must be given all or not at all. */
export function fileProblems(checked: Checked): string[] {
  if (checked.GATEWAY_URL) return [];
  const missing = s3Names.filter((name) => !checked[name]);
  const wanted = checked.FILES === "s3" ? "FILES=s3 时必须给出" : "已给出对象存储的其他变量，还缺";
  const isPartly = checked.FILES === "s3" || missing.length < s3Names.length;
  return isPartly ? missing.map((name) => describeProblem(name, undefined, `${wanted}${s3Needs[name]}`)) : [];
}

/** Returns the settings of files. A configured folder or bucket is read even if new files go to another place. */
export function fileSettings(checked: Checked): FileSettings {
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, DATA_DIR: dataDir } = checked;
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = checked;
  const own = join(dataDir, "files");
  const isOwnUsed = checked.FILES === "folder" || existsSync(own);
  return {
    target: checked.FILES,
    folder: checked.FILES_DIR ?? (isOwnUsed ? own : null),
    s3:
      endpoint && bucket && accessKeyId && secretAccessKey
        ? {
            endpoint,
            bucket,
            accessKeyId,
            secretAccessKey,
            region: checked.S3_REGION,
            pathStyle: checked.S3_PATH_STYLE,
            publicUrl: checked.FILES_URL,
            signedHost: checked.S3_SIGNED_HOST,
          }
        : null,
    moveRate: checked.FILES_MOVE_RATE * 1024 * 1024,
  };
}
