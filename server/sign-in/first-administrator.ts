import { firstAdministratorPath } from "contract/base/wire";
import { firstLinkHours } from "gateway/moderation/administrators/first-link";

/**
 * The lines that a start prints on a database without an administrator.
 * @param origin the portal's address; undefined if the process does not know it
 */
export function firstAdministratorLines(token: string, origin: string | undefined): string[] {
  const path = `${firstAdministratorPath}?token=${token}`;
  return [
    `还没有管理员。用要当管理员的账号登录后打开下面的链接并确认（只能用一次，${firstLinkHours} 小时内有效，以后的启动会换新的；一起启动的几个进程打印的是同一个）：`,
    `  ${origin ? new URL(path, origin).href : `门户的地址${path}`}`,
    "  也可以在服务器上运行：npm run admin -- grant 邮箱、手机号或 UID",
  ];
}
