import { expect, test } from "vitest";
import { isRobot } from "~/settings/user-agent";

const mozilla = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)";
const android = "Mozilla/5.0 (Linux; Android 13) AppleWebKit/537.36 (KHTML, like Gecko)";

test.each([
  "curl/8.5.0",
  "Wget/1.21.4",
  "python-requests/2.31.0",
  "Go-http-client/1.1",
  "okhttp/4.9.3",
  "Apache-HttpClient/4.5 (Java/17.0.1)",
  "node",
  "Scrapy/2.11 (+https://scrapy.org)",
  `${mozilla} HeadlessChrome/120.0.0.0 Safari/537.36`,
  `${android} Mobile Safari/537.36 (compatible; Bytespider; spider-feedback@bytedance.com)`,
  "Mozilla/5.0 (compatible; Baiduspider/2.0; +http://www.baidu.com/search/spider.html)",
  "Sogou web spider/4.0(+http://www.sogou.com/docs/help/webmasters.htm#07)",
  `${mozilla} (compatible; YisouSpider) Safari/537.36`,
  "Mozilla/5.0 (compatible; PetalBot; +https://webmaster.petalsearch.com/site/petalbot)",
  "Mozilla/5.0 (compatible; GPTBot/1.1; +https://openai.com/gptbot)",
  "facebookexternalhit/1.1",
  `${mozilla} Chrome/120.0.0.0 Safari/537.36 Chrome-Lighthouse`,
  "ia_archiver",
  "",
])("%j is a program", (agent) => {
  expect(isRobot(new Headers({ "user-agent": agent }))).toBe(true);
});

test.each([
  `${mozilla} Chrome/120.0.0.0 Safari/537.36 Edg/120.0.0.0`,
  `${mozilla} Chrome/86.0.4240.198 Safari/537.36 QIHU 360SE`,
  `${android} Chrome/114.0.0.0 Mobile Safari/537.36 T7/13.40 baiduboxapp/13.40.0.10 (Baidu; P1 13)`,
  `${android} Version/4.0 Chrome/100.0.4896.58 UCBrowser/16.2.8 Mobile Safari/537.36`,
  `${android} Chrome/120 Mobile Safari/537.36 BytedanceWebview/d8a21c6 Toutiao`,
  "Mozilla/5.0 (Linux; Android 13; CUBOT_X18_Plus) AppleWebKit/537.36 Chrome/120 Mobile Safari/537.36",
  "Mozilla/5.0 (Phone; OpenHarmony 5.0) AppleWebKit/537.36 Chrome/114.0.0.0 Safari/537.36 ArkWeb/4.1.6.1 Mobile",
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Mobile/15E148 MicroMessenger/8.0.43 NetType/WIFI Language/zh_CN",
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Mobile/15E148 AliApp(DingTalk/7.0.0)",
  "UCWEB/2.0 (MIDP-2.0; U; Adr 9; zh-CN) U2/1.0.0 UCBrowser/10 U2/1.0.0 Mobile",
])("%j is a person's", (agent) => {
  expect(isRobot(new Headers({ "user-agent": agent }))).toBe(false);
});
