// Loaded into the portal by the soak trial (--require): at SIGUSR2 each thread collects its garbage. What the process
// holds then is what it keeps; at other moments a heap of some hundred megabytes breathes by more than a leak grows.
const { setFlagsFromString } = require("node:v8");
const { runInNewContext } = require("node:vm");
const { BroadcastChannel, isMainThread } = require("node:worker_threads");

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc");
const channel = new BroadcastChannel("collect-garbage");
channel.unref();
channel.onmessage = () => collect();
if (isMainThread)
  process.on("SIGUSR2", () => {
    channel.postMessage("now");
    collect();
  });
