export { QueueFull as TooManyWaiting } from "./concurrency-limit";
