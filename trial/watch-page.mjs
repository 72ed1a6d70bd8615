/**
 * Requests one page repeatedly until its standard input ends, and then prints the response times in milliseconds as
 * JSON. It is a separate process, because the process that sends the load is busy and would measure itself.
 *
 *   node trial/watch-page.mjs URL COOKIE MILLISECONDS_BETWEEN
 */
const [url, cookie, pace] = process.argv.slice(2);

let stopped = false;
process.stdin.on("end", () => {
  stopped = true;
});
process.stdin.resume();

const times = [];
while (!stopped) {
  const begun = performance.now();
  const response = await fetch(url, { headers: cookie ? { cookie } : {} });
  await response.arrayBuffer();
  if (response.status !== 200) throw new Error(`${url} answered ${response.status}`);
  times.push(performance.now() - begun);
  await new Promise((resolve) => setTimeout(resolve, Number(pace)));
}
console.info(JSON.stringify(times));
