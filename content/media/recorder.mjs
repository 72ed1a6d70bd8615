import { BufferTarget, CanvasSource, Output, Quality, WebMOutputFormat } from "mediabunny";
import { boardScenes } from "./board-scenes.mjs";
import { radioScenes } from "./radio-scenes.mjs";
import { drawFrame, height, width } from "./stage.mjs";
import { systemScenes } from "./system-scenes.mjs";
import { visionScenes } from "./vision-scenes.mjs";

/** Runs in a browser: records lessons and takes pictures of them. Answers are Base64. */

const scenes = { ...radioScenes, ...systemScenes, ...visionScenes, ...boardScenes };
const perSecond = 10;
const canvas = new OffscreenCanvas(width, height);
const context = canvas.getContext("2d", { willReadFrequently: true });

function base64(bytes) {
  let text = "";
  for (let at = 0; at < bytes.length; at += 32_768)
    text += String.fromCharCode(...bytes.subarray(at, at + 32_768));
  return btoa(text);
}

function sceneOf({ name }) {
  const scene = scenes[name];
  if (!scene) throw new Error(`no scene is drawn for ${name}`);
  return scene;
}

/** A picture of the moment, as WebP. */
async function picture(lesson, seconds) {
  drawFrame(context, lesson, sceneOf(lesson), seconds);
  const blob = await canvas.convertToBlob({ type: "image/webp", quality: 0.72 });
  return base64(new Uint8Array(await blob.arrayBuffer()));
}

/** The lesson as WebM with VP9: a key frame every ten seconds, where a player may begin. */
async function record(lesson, bitrate) {
  const output = new Output({ format: new WebMOutputFormat(), target: new BufferTarget() });
  const source = new CanvasSource(canvas, {
    codec: "vp9",
    quality: new Quality({ bitrate, bitrateMode: "variable" }),
    keyFrameInterval: 10,
    latencyMode: "quality",
    hardwareAcceleration: "prefer-software",
  });
  output.addVideoTrack(source, { frameRate: perSecond });
  await output.start();
  for (let number = 0; number < lesson.seconds * perSecond; number += 1) {
    drawFrame(context, lesson, sceneOf(lesson), number / perSecond);
    await source.add(number / perSecond, 1 / perSecond);
  }
  await output.finalize();
  return base64(new Uint8Array(output.target.buffer));
}

globalThis.recorder = { picture, record };
