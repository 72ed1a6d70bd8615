import { contract } from "contract";
import { expect, it } from "vitest";

it("a call that names a topic by its number or address takes what the client has read of it", () => {
  for (const typed of ["45", "#45", "https://a.example/hsforum/thread-45-1-1.html"]) {
    const read = contract.recommendTopic.request.parse({ fid: 1, topic: typed, position: 1 });
    expect(read.topic).toBe(45);
    // Over HTTP that is sent, and read again by the gateway.
    expect(contract.recommendTopic.request.parse(JSON.parse(JSON.stringify(read)))).toEqual(read);
  }
});
