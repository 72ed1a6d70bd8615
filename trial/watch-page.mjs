/**
 * Asks for one page again and again until its standard input ends, then prints the milliseconds of each
 * answer as JSON. A process of its own: whoever sends the load is busy, and would measure itself.
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
